import type { ComponentProps } from "react";
import { Field, type FieldText } from "./field.tsx";
import styles from "./field.module.css";

type TextFieldProps = FieldText & Omit<ComponentProps<"input">, "className" | "id">;

export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...input} {...control} className={styles.control} />}
    </Field>
  );
}
