import type { ComponentProps } from "react";
import styles from "./button.module.css";

export interface ButtonLook {
  /** `primary` once a view; `danger` for what cannot be taken back. */
  look?: "primary" | "secondary" | "plain" | "danger";
  size?: "medium" | "small";
  isWide?: boolean;
}

interface ButtonProps extends Omit<ComponentProps<"button">, "className">, ButtonLook {
  /** Shown instead of the children while the click is being carried out. */
  pendingLabel?: string;
  isPending?: boolean;
}

export function Button({
  look = "secondary",
  size = "medium",
  isWide = false,
  isPending = false,
  pendingLabel,
  disabled,
  children,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || isPending}
      className={buttonClass({ look, size, isWide })}
    >
      {isPending && pendingLabel ? pendingLabel : children}
    </button>
  );
}

/** For links that look like buttons. */
export function buttonClass({ look = "secondary", size = "medium", isWide }: ButtonLook): string {
  const names = [styles.button, styles[look], styles[size], isWide && styles.wide];
  return names.filter(Boolean).join(" ");
}
