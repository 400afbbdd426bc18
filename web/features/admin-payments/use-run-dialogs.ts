import type { PaymentAccount } from "../../../src/business/money/payments/payments.schema.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import type { Paying } from "./pay-dialog.tsx";
import type { Removing } from "./remove-dialog.tsx";
import type { Reversing } from "./reverse-dialog.tsx";

export function useRunDialogs() {
  return {
    pay: useDialog<Paying>(),
    remove: useDialog<Removing>(),
    reverse: useDialog<Reversing>(),
    account: useDialog<PaymentAccount | null>(),
  };
}

export type RunDialogs = ReturnType<typeof useRunDialogs>;
