import type { ComponentProps, WheelEvent } from "react";
import { Field, splitFieldProps, type FieldText } from "./field.tsx";
import styles from "./field.module.css";

type TextFieldProps = FieldText & Omit<ComponentProps<"input">, "className" | "id">;

/** An input for one line of text, or for another single value according to `type`. */
export function TextField(props: TextFieldProps) {
  const { frame, element } = splitFieldProps(props);
  return (
    <Field {...frame}>
      {(attributes) => (
        <input
          onWheel={element.type === "number" ? keepNumber : undefined}
          {...element}
          {...attributes}
          className={styles.control}
        />
      )}
    </Field>
  );
}

/** Keeps the mouse wheel from changing a focused number, by moving the focus away for a moment. */
function keepNumber({ currentTarget }: WheelEvent<HTMLInputElement>) {
  if (document.activeElement !== currentTarget) return;
  currentTarget.blur();
  requestAnimationFrame(() => currentTarget.focus({ preventScroll: true }));
}
