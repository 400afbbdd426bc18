import { lazy, Suspense } from "react";
import type { RunDialogs } from "./use-run-dialogs.ts";

const PayDialog = lazy(() => import("./pay-dialog.tsx").then((m) => ({ default: m.PayDialog })));
const ReverseDialog = lazy(() =>
  import("./reverse-dialog.tsx").then((m) => ({ default: m.ReverseDialog })),
);

/** Renders the dialogs of a payment run, whose code is loaded on demand. */
export function LazyRunDialogs({ dialogs: { pay, reverse } }: { dialogs: RunDialogs }) {
  return (
    <Suspense fallback={null}>
      {pay.subject ? (
        <PayDialog key={pay.key} paying={pay.subject} isOpen={pay.isOpen} onClose={pay.close} />
      ) : null}
      {reverse.subject ? (
        <ReverseDialog
          key={`reverse ${reverse.key}`}
          reversing={reverse.subject}
          isOpen={reverse.isOpen}
          onClose={reverse.close}
        />
      ) : null}
    </Suspense>
  );
}
