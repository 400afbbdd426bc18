import MuiIconButton from "@mui/material/IconButton";
import type { ComponentProps } from "react";
import { useControlTabIndex } from "../focus/cell-focus.ts";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/icon-paths.ts";

interface IconButtonProps extends Omit<
  ComponentProps<"button">,
  "className" | "children" | "color"
> {
  icon: IconName;
  /** The accessible name; there is no visible text. */
  label: string;
  /** A one-word description shown on hover and focus. */
  hint?: string;
  size?: "small" | "medium";
  /** The action runs: the button ignores clicks until it is over. */
  isPending?: boolean;
}

/** Uses `aria-disabled` only, because a button with `disabled` loses the focus. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, hint, size, isPending, disabled, onClick, ...rest } = props;
  const isInactive = isPending || disabled || undefined;
  return (
    <MuiIconButton
      tabIndex={useControlTabIndex()}
      {...rest}
      size={size}
      aria-label={label}
      data-tooltip={hint}
      aria-busy={isPending || undefined}
      aria-disabled={isInactive}
      onClick={isInactive ? undefined : onClick}
    >
      <Icon name={icon} size={size === "small" ? 16 : undefined} />
    </MuiIconButton>
  );
}
