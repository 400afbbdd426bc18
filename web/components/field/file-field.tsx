import type { ComponentProps } from "react";
import { Field, type FieldText } from "./field.tsx";
import fieldStyles from "./field.module.css";
import styles from "./file-field.module.css";

type FileFieldProps = FieldText & Omit<ComponentProps<"input">, "className" | "id" | "type">;

/** The browser's own file control: it is dropped on, typed at and read out like any other. */
export function FileField({ label, hint, error, ...input }: FileFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...input}
          {...control}
          type="file"
          className={`${fieldStyles.control} ${styles.file}`}
        />
      )}
    </Field>
  );
}
