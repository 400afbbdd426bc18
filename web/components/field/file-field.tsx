import InputBase from "@mui/material/InputBase";
import type { ComponentProps } from "react";
import { Field, splitFieldProps, type FieldText } from "./field.tsx";
import styles from "./file-field.module.css";

type FileFieldProps = FieldText & Omit<ComponentProps<"input">, "className" | "id" | "type">;

/** The browser's own file control, which accepts dropped files and is announced by screen readers. */
export function FileField(props: FileFieldProps) {
  const { frame, element } = splitFieldProps(props);
  return (
    <Field {...frame}>
      {(attributes) => (
        <InputBase
          type="file"
          disabled={element.disabled}
          slotProps={{ input: { ...element, ...attributes, className: styles.file } }}
        />
      )}
    </Field>
  );
}
