import InputBase from "@mui/material/InputBase";
import type { ComponentProps } from "react";
import { Field, splitFieldProps, type FieldText } from "./field.tsx";

type TextFieldProps = FieldText & Omit<ComponentProps<"input">, "className" | "id">;

/** An input for one line of text, or for another single value according to `type`. */
export function TextField(props: TextFieldProps) {
  const { frame, element } = splitFieldProps(props);
  return (
    <Field {...frame}>
      {(attributes) => (
        <InputBase
          disabled={element.disabled}
          slotProps={{ input: { ...element, ...attributes } }}
        />
      )}
    </Field>
  );
}
