import { type ComponentType, useEffect, useState } from "react";
import { followControls } from "./follow-controls.ts";
import type { TooltipProps } from "./tooltip.tsx";

/**
 * Shows the tooltips of all controls with the attribute `data-tooltip`. One for the whole page costs a long
 * table nothing, and its code is loaded with the first tooltip.
 */
export function TooltipHost() {
  const [tooltip, setTooltip] = useState<TooltipProps>();
  const [Tooltip, setComponent] = useState<ComponentType<TooltipProps>>();

  useEffect(() => {
    function show(control: HTMLElement | null) {
      // A tooltip stays beside its control while it fades out.
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
      // Possibly offline; a control can be used without its tooltip.
      () => undefined,
    );
  }, [isNeeded]);

  return tooltip && Tooltip ? <Tooltip {...tooltip} /> : null;
}
