import type { ReactNode } from "react";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { OpenDecision, PayoutDecision } from "./decisions.tsx";

const DecisionDialog = lazyComponent(() =>
  import("./decision-dialog.tsx").then((m) => m.DecisionDialog),
);

/** Manages the dialog of a decision, whose code is loaded on demand. */
export function useDecision(): { open: OpenDecision; dialog: ReactNode } {
  const decision = useDialog<PayoutDecision>();
  return {
    open: decision.open,
    dialog: (
      <Opened dialog={decision}>
        {(frame, pending) => <DecisionDialog {...frame} pending={pending} />}
      </Opened>
    ),
  };
}
