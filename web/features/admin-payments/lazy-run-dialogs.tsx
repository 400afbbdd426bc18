import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { RunDialogs } from "./use-run-dialogs.ts";

const PayDialog = lazyComponent(() => import("./pay-dialog.tsx").then((m) => m.PayDialog));
const ReverseDialog = lazyComponent(() =>
  import("./reverse-dialog.tsx").then((m) => m.ReverseDialog),
);

/** Renders the dialogs of a payment run, whose code is loaded on demand. */
export function LazyRunDialogs({ dialogs: { pay, reverse } }: { dialogs: RunDialogs }) {
  return (
    <>
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
    </>
  );
}
