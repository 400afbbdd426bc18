import { Opened } from "../../components/dialog/opened.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { AccountDialog } from "./lazy-account-dialog.ts";
import type { RunDialogs } from "./use-run-dialogs.ts";

const PayDialog = lazyComponent(() => import("./pay-dialog.tsx").then((m) => m.PayDialog));
const RemoveDialog = lazyComponent(() => import("./remove-dialog.tsx").then((m) => m.RemoveDialog));
const ReverseDialog = lazyComponent(() =>
  import("./reverse-dialog.tsx").then((m) => m.ReverseDialog),
);

/** Renders the dialogs of a payment run, whose code is loaded on demand. */
export function LazyRunDialogs({ dialogs }: { dialogs: RunDialogs }) {
  const { pay, remove, reverse, account } = dialogs;
  return (
    <>
      <Opened dialog={pay}>{(frame, paying) => <PayDialog {...frame} paying={paying} />}</Opened>
      <Opened dialog={remove}>
        {(frame, removing) => <RemoveDialog {...frame} removing={removing} />}
      </Opened>
      <Opened dialog={reverse}>
        {(frame, reversing) => <ReverseDialog {...frame} reversing={reversing} />}
      </Opened>
      <Opened dialog={account}>
        {(frame, present) => <AccountDialog {...frame} account={present} />}
      </Opened>
    </>
  );
}
