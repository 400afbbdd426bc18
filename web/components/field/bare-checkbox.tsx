import MuiCheckbox from "@mui/material/Checkbox";
import type { ComponentProps } from "react";

/** A checkbox without a label, for table rows; in forms, `Checkbox` adds its label and messages. */
export function BareCheckbox({
  disabled,
  checked,
  ...props
}: Omit<ComponentProps<"input">, "className" | "type">) {
  return (
    <MuiCheckbox
      icon={<Box />}
      checkedIcon={<CheckedBox />}
      {...(checked !== undefined && { checked })}
      {...(disabled !== undefined && { disabled })}
      slotProps={{ input: props }}
    />
  );
}

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
    </svg>
  );
}

function CheckedBox() {
  return (
    <svg viewBox="0 0 18 18" width={18} height={18} aria-hidden="true">
      <rect width={18} height={18} rx={4} fill="currentcolor" />
      <path d="m4.5 9.25 3 3 6-6.25" fill="none" stroke="#fff" strokeWidth={2} />
    </svg>
  );
}
