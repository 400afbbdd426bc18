import type { ComponentProps } from "react";
import styles from "./checkbox.module.css";
import { Field, splitFieldProps, type FieldText } from "./field.tsx";

type CheckboxProps = Omit<FieldText, "layout"> &
  Omit<ComponentProps<"input">, "className" | "id" | "type">;

export function Checkbox(props: CheckboxProps) {
  const { frame, element } = splitFieldProps(props);
  return (
    <Field {...frame} layout="checkbox">
      {(attributes) => (
        <input {...element} {...attributes} type="checkbox" className={styles.box} />
      )}
    </Field>
  );
}
