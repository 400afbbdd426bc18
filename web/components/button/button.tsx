import MuiButton, { type ButtonProps as MuiButtonProps } from "@mui/material/Button";
import { createLink } from "@tanstack/react-router";
import { useState, type ComponentProps, type MouseEvent } from "react";

interface ButtonLook {
  /** `primary` once per view; `danger` for actions that cannot be undone. */
  look?: "primary" | "secondary" | "plain" | "danger";
  size?: "medium" | "small";
  isWide?: boolean;
}

const looks = {
  primary: { variant: "contained", color: "primary" },
  secondary: { variant: "outlined", color: "inherit" },
  plain: { variant: "text", color: "inherit" },
  danger: { variant: "contained", color: "error" },
} as const satisfies Record<string, Pick<MuiButtonProps, "variant" | "color">>;

interface ButtonProps extends Omit<ComponentProps<"button">, "className" | "color">, ButtonLook {
  /** Shown instead of the children while the action runs. */
  pendingLabel?: string;
  /** The action runs: the button ignores clicks. */
  isPending?: boolean;
}

/** A focused button is only disabled by `aria-disabled`, because `disabled` would make it lose the focus. */
export function Button({
  look = "secondary",
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
    <MuiButton
      {...rest}
      {...looks[look]}
      fullWidth={isWide}
      type={type}
      disabled={disabled && !isFocused}
      aria-disabled={isPending || (disabled && isFocused) || undefined}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onClick={isInactive ? preventSubmit : onClick}
    >
      {isPending && pendingLabel ? pendingLabel : children}
    </MuiButton>
  );
}

function preventSubmit(event: MouseEvent) {
  event.preventDefault();
}

interface AnchorButtonProps extends Omit<ComponentProps<"a">, "className" | "color">, ButtonLook {}

/** A link to a file or another site that looks like a button. */
export function AnchorButton({ look = "secondary", isWide = false, ...rest }: AnchorButtonProps) {
  return <MuiButton component="a" {...rest} {...looks[look]} fullWidth={isWide} />;
}

/** A link to a screen that looks like a button. */
export const LinkButton = createLink(AnchorButton);
