import type { PaymentAccount } from "../../../src/business/money/payments/payments.schema.ts";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { Paying, Removing, Reversing } from "./run-dialogs.tsx";

const AccountDialog = lazyComponent(() => import("./run-dialogs.tsx").then((m) => m.AccountDialog));
const PayDialog = lazyComponent(() => import("./run-dialogs.tsx").then((m) => m.PayDialog));
const RemoveDialog = lazyComponent(() => import("./run-dialogs.tsx").then((m) => m.RemoveDialog));
const ReverseDialog = lazyComponent(() => import("./run-dialogs.tsx").then((m) => m.ReverseDialog));

/** Manages the dialogs of payment runs, whose code is loaded on demand. */
export function useRunDialogs() {
  const pay = useDialog<Paying>();
  const remove = useDialog<Removing>();
  const reverse = useDialog<Reversing>();
  const account = useDialog<PaymentAccount | null>();
  return {
    pay,
    remove,
    reverse,
    account,
    dialogs: (
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
    ),
  };
}

export type RunDialogs = ReturnType<typeof useRunDialogs>;
