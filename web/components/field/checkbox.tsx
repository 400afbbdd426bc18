import MuiCheckbox from "@mui/material/Checkbox";
import type { ComponentProps } from "react";
import { Field, type FieldText, splitFieldProps } from "./field.tsx";

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

/** A checkbox without a label, for table rows; in forms, `Checkbox` adds its label and messages. */
export function BareCheckbox({
  disabled,
  checked,
  ...props
}: Omit<ComponentProps<"input">, "className" | "type">) {
  return (
    <MuiCheckbox
      icon={<Box />}
      checkedIcon={<Box />}
      {...(checked !== undefined && { checked })}
      {...(disabled !== undefined && { disabled })}
      slotProps={{ input: props }}
    />
  );
}

/**
 * The theme shows the mark while the input is checked. MUI's own state would miss what a form sets: its default values
 * and a reset.
 */
function Box() {
  return (
    <svg viewBox="0 0 18 18" width={18} height={18} aria-hidden="true">
      <rect
        x={0.5}
        y={0.5}
        width={17}
        height={17}
        rx={3.5}
        fill="var(--panel)"
        stroke="currentcolor"
      />
      <g data-mark="">
        <rect width={18} height={18} rx={4} fill="currentcolor" />
        <path d="m4.5 9.25 3 3 6-6.25" fill="none" stroke="#fff" strokeWidth={2} />
      </g>
    </svg>
  );
}
