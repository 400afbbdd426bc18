import type { ComponentProps, MouseEvent } from "react";
import styles from "./button.module.css";

export interface ButtonLook {
  /** `primary` once a view; `danger` for what cannot be taken back. */
  look?: "primary" | "secondary" | "plain" | "danger";
  size?: "medium" | "small";
  isWide?: boolean;
}

interface ButtonProps extends Omit<ComponentProps<"button">, "className">, ButtonLook {
  /** Shown instead of the children while the action runs. */
  pendingLabel?: string;
  /** The action runs: the button ignores clicks, but keeps the focus, unlike a disabled one. */
  isPending?: boolean;
}

export function Button({
  look = "secondary",
  size = "medium",
  isWide = false,
  isPending = false,
  pendingLabel,
  children,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isPending || undefined}
      className={buttonClass({ look, size, isWide })}
      onClick={isPending ? preventSubmit : onClick}
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
