import type { PaymentAccount } from "../../../src/business/money/payments/payments.schema.ts";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { Stack } from "../../components/page/stack.tsx";
import { AccountPanel } from "./account-panel.tsx";
import { AccountDialog } from "./lazy-account-dialog.ts";
import { PaymentFigures } from "./payment-figures.tsx";
import { RunList } from "./run-list.tsx";
import { UnpaidRequests } from "./unpaid-requests.tsx";
import { usePaymentAccount } from "./use-payments.ts";

/** Shows the amounts still to be paid, the payment runs, and the paying account. */
export function PaymentsDesk() {
  const account = usePaymentAccount();
  const dialog = useDialog<PaymentAccount | null>();
  return (
    <>
      <Stack>
        <PaymentFigures />
        <UnpaidRequests />
        <RunList />
        <AccountPanel onEdit={() => dialog.open(account.data ?? null)} />
      </Stack>
      <Opened dialog={dialog}>
        {(frame, present) => <AccountDialog {...frame} account={present} />}
      </Opened>
    </>
  );
}
