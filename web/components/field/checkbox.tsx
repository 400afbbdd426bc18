import type { ComponentProps } from "react";
import { CheckBox } from "./check-box.tsx";
import { Field, splitFieldProps, type FieldText } from "./field.tsx";

type CheckboxProps = Omit<FieldText, "layout"> &
  Omit<ComponentProps<"input">, "className" | "id" | "type">;

export function Checkbox(props: CheckboxProps) {
  const { frame, element } = splitFieldProps(props);
  return (
    <Field {...frame} layout="checkbox">
      {(attributes) => <CheckBox {...element} {...attributes} />}
    </Field>
  );
}
