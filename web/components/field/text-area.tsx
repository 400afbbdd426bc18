import InputBase, { type InputBaseProps } from "@mui/material/InputBase";
import type { Ref } from "react";
import { Field, splitFieldProps, type FieldText } from "./field.tsx";

interface TextAreaProps
  extends FieldText, Omit<InputBaseProps, "className" | "error" | "id" | "ref" | "type"> {
  maxLength?: number;
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea(props: TextAreaProps) {
  const { frame, element } = splitFieldProps(props);
  const { ref, maxLength, ...rest } = element;
  return (
    <Field {...frame}>
      {(attributes) => (
        <InputBase
          rows={4}
          {...rest}
          {...attributes}
          inputComponent="textarea"
          inputRef={ref}
          slotProps={{ input: { maxLength } }}
        />
      )}
    </Field>
  );
}
