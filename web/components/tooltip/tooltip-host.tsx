import { type ComponentType, useEffect, useState } from "react";
import { followControls } from "./follow-controls.ts";
import type { TooltipProps } from "./tooltip.tsx";

/**
 * Shows the tooltips of all controls with the attribute `data-tooltip`. A single instance for the page adds no cost to
 * long tables, and its code is loaded with the first tooltip.
 */
export function TooltipHost() {
  const [tooltip, setTooltip] = useState<TooltipProps>();
  const [Tooltip, setComponent] = useState<ComponentType<TooltipProps>>();

  useEffect(() => {
    function show(control: HTMLElement | null) {
      // A tooltip stays next to its control while it fades out.
      setTooltip((last) =>
        control ? { control, isOpen: true } : last && { ...last, isOpen: false },
      );
    }
    return followControls(show);
  }, []);

  const isNeeded = tooltip !== undefined;
  useEffect(() => {
    if (!isNeeded) return;
    import("./tooltip.tsx").then(
      (module) => setComponent(() => module.Tooltip),
      // The browser may be offline; controls work without their tooltips.
      () => undefined,
    );
  }, [isNeeded]);

  return tooltip && Tooltip ? <Tooltip {...tooltip} /> : null;
}
