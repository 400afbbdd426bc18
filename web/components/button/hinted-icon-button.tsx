import type { ComponentProps } from "react";
import { IconButton } from "./icon-button.tsx";
import { Tooltip } from "../tooltip/tooltip.tsx";

interface HintedIconButtonProps extends ComponentProps<typeof IconButton> {
  /** What it does in a word, for those who wonder at the icon; shown on hover and focus. */
  hint: string;
}

export function HintedIconButton({ hint, ...button }: HintedIconButtonProps) {
  return (
    <Tooltip title={hint}>
      <IconButton {...button} />
    </Tooltip>
  );
}
