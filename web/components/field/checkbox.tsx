import type { ComponentProps } from "react";
import { BareCheckbox } from "./bare-checkbox.tsx";
import { Field, splitFieldProps, type FieldText } from "./field.tsx";

type CheckboxProps = Omit<FieldText, "layout"> &
  Omit<ComponentProps<"input">, "className" | "id" | "type">;

export function Checkbox(props: CheckboxProps) {
  const { frame, element } = splitFieldProps(props);
  return (
    <Field {...frame} layout="checkbox">
      {(attributes) => <BareCheckbox {...element} {...attributes} />}
    </Field>
  );
}
