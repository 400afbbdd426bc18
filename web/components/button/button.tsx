import { useState, type ComponentProps, type MouseEvent } from "react";
import styles from "./button.module.css";

export interface ButtonLook {
  /** `primary` once per view; `danger` for actions that cannot be undone. */
  look?: "primary" | "secondary" | "plain" | "danger";
  size?: "medium" | "small";
  isWide?: boolean;
}

interface ButtonProps extends Omit<ComponentProps<"button">, "className">, ButtonLook {
  /** Shown instead of the children while the action runs. */
  pendingLabel?: string;
  /** The action runs: the button ignores clicks. */
  isPending?: boolean;
}

/** A focused button is only disabled by `aria-disabled`, because `disabled` would make it lose the focus. */
export function Button({
  look = "secondary",
  size = "medium",
  isWide = false,
  isPending = false,
  pendingLabel,
  disabled = false,
  children,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  const [isFocused, setFocused] = useState(false);
  const isInactive = disabled || isPending;
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled && !isFocused}
      aria-disabled={isPending || (disabled && isFocused) || undefined}
      className={buttonClass({ look, size, isWide })}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onClick={isInactive ? preventSubmit : onClick}
    >
      {isPending && pendingLabel ? pendingLabel : children}
    </button>
  );
}

function preventSubmit(event: MouseEvent) {
  event.preventDefault();
}

/** For links that look like buttons. */
export function buttonClass({ look = "secondary", size = "medium", isWide }: ButtonLook): string {
  const names = [styles.button, styles[look], styles[size], isWide && styles.wide];
  return names.filter(Boolean).join(" ");
}
