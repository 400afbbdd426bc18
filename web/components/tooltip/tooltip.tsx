import MuiTooltip from "@mui/material/Tooltip";
import { useEffect, useId } from "react";

export interface TooltipProps {
  /** An element with the attribute `data-tooltip`. */
  control: HTMLElement;
  isOpen: boolean;
}

/** A short explanation next to a control, which is also its description for screen readers. */
export function Tooltip({ control, isOpen }: TooltipProps) {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    const others = control.getAttribute("aria-describedby");
    control.setAttribute("aria-describedby", others === null ? id : `${others} ${id}`);
    return () => {
      if (others === null) control.removeAttribute("aria-describedby");
      else control.setAttribute("aria-describedby", others);
    };
  }, [control, isOpen, id]);
  return (
    <MuiTooltip
      open={isOpen}
      title={control.dataset.tooltip}
      slotProps={{ popper: { anchorEl: control, id } }}
      disableFocusListener
      disableHoverListener
      disableTouchListener
    >
      <span hidden />
    </MuiTooltip>
  );
}
