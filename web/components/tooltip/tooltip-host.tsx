import { type ComponentType, useEffect, useState } from "react";
import { followControls } from "./follow-controls.ts";
import type { TooltipProps } from "./tooltip.tsx";

/**
 * Shows the tooltips of all controls with the attribute `data-tooltip`. One for the whole page costs a long
 * table nothing, and its code is loaded with the first tooltip.
 */
export function TooltipHost() {
  const [control, setControl] = useState<HTMLElement | null>(null);
  const [last, setLast] = useState(control);
  const [Tooltip, setTooltip] = useState<ComponentType<TooltipProps>>();
  if (control !== null && control !== last) setLast(control);

  const isNeeded = last !== null;
  useEffect(() => followControls(setControl), []);
  useEffect(() => {
    if (!isNeeded) return;
    import("./tooltip.tsx").then(
      (module) => setTooltip(() => module.Tooltip),
      // Possibly offline; a control can be used without its tooltip.
      () => undefined,
    );
  }, [isNeeded]);

  if (!isNeeded || !Tooltip) return null;
  return <Tooltip control={last} isOpen={control !== null} />;
}
