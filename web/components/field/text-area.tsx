import type { ComponentProps } from "react";
import { Field, type FieldText } from "./field.tsx";
import styles from "./field.module.css";

type TextAreaProps = FieldText & Omit<ComponentProps<"textarea">, "className" | "id">;

export function TextArea({ label, hint, error, rows = 4, ...input }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea {...input} {...control} rows={rows} className={styles.control} />}
    </Field>
  );
}
