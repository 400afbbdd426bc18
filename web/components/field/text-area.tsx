import type { ComponentProps } from "react";
import { Field, splitFieldProps, type FieldText } from "./field.tsx";
import styles from "./field.module.css";

type TextAreaProps = FieldText & Omit<ComponentProps<"textarea">, "className" | "id">;

export function TextArea(props: TextAreaProps) {
  const { frame, element } = splitFieldProps(props);
  return (
    <Field {...frame}>
      {(attributes) => (
        <textarea rows={4} {...element} {...attributes} className={styles.control} />
      )}
    </Field>
  );
}
