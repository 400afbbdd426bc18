import InputBase from "@mui/material/InputBase";
import type { ComponentProps } from "react";
import { Field, splitFieldProps, type FieldText } from "./field.tsx";

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
          slotProps={{ input: { ...element, ...attributes } }}
          sx={look}
        />
      )}
    </Field>
  );
}

const look = {
  "& input": {
    p: "0.3125rem 0.75rem 0.3125rem 0.3125rem",
    cursor: "pointer",
    textOverflow: "ellipsis",
  },
  "& input::file-selector-button": {
    mr: 1.5,
    px: 1.5,
    py: 0.5,
    border: "1px solid var(--line-strong)",
    borderRadius: "4px",
    background: "var(--hover)",
    color: "text.primary",
    font: "inherit",
    fontWeight: 550,
    lineHeight: "1.25rem",
    cursor: "pointer",
  },
};
