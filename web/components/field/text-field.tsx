import type { ComponentProps, WheelEvent } from "react";
import { Field, splitFieldProps, type FieldText } from "./field.tsx";
import styles from "./field.module.css";

type TextFieldProps = FieldText & Omit<ComponentProps<"input">, "className" | "id">;

/** One line of text, or whatever single value `type` says. */
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

/** Browsers change a focused number on the mouse wheel, unless the focus is elsewhere meanwhile. */
function keepNumber({ currentTarget }: WheelEvent<HTMLInputElement>) {
  if (document.activeElement !== currentTarget) return;
  currentTarget.blur();
  requestAnimationFrame(() => currentTarget.focus({ preventScroll: true }));
}
