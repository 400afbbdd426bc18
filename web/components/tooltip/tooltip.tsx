import { lazy, Suspense, type ReactElement } from "react";

const DelayedTooltip = lazy(() =>
  import("./delayed-tooltip.tsx").then((m) => ({ default: m.DelayedTooltip })),
);

export interface HintProps {
  title: string;
  /** The title describes the control, which has a name of its own. */
  describeChild?: boolean;
  children: ReactElement;
}

/** A short explanation of the control under the pointer or the focus, which is shown without waiting for it. */
export function Tooltip(props: HintProps) {
  return (
    <Suspense fallback={props.children}>
      <DelayedTooltip {...props} />
    </Suspense>
  );
}
