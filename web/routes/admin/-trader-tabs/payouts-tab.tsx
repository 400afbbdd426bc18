import { getRouteApi } from "@tanstack/react-router";
import { PayoutDialogs } from "../../../features/admin-payouts/payout-dialogs.tsx";
import { PayoutTable } from "../../../features/admin-payouts/payout-table.tsx";
import { usePayoutDialogs } from "../../../features/admin-payouts/use-payout-dialogs.ts";
import {
  payoutTableState,
  readPayoutSearch,
} from "../../../features/admin-payouts/use-payout-page.ts";
import { useTableChange } from "../../../table/state/use-table-change.ts";

const route = getRouteApi("/admin/users_/$id");

/** Lists the payout requests of a trader, with the dialogs that show and decide them. */
export function PayoutsTab({ userId }: { userId: number }) {
  const state = payoutTableState(readPayoutSearch({ ...route.useSearch() }));
  const change = useTableChange();
  const dialogs = usePayoutDialogs();
  return (
    <>
      <PayoutTable
        userId={userId}
        state={state}
        onChange={change}
        onDecide={dialogs.decision.open}
        onView={dialogs.details.open}
      />
      <PayoutDialogs dialogs={dialogs} />
    </>
  );
}
