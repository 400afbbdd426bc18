import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { PayoutCards } from "../../features/admin-payouts/payout-cards.tsx";
import { PayoutDialogs } from "../../features/admin-payouts/payout-dialogs.tsx";
import { PayoutTable } from "../../features/admin-payouts/payout-table.tsx";
import { usePayoutDialogs } from "../../features/admin-payouts/use-payout-dialogs.ts";
import {
  payoutTableState,
  prefetchPayoutPage,
  readPayoutSearch,
} from "../../features/admin-payouts/use-payout-page.ts";
import { staleTimes } from "../../api-client/query-client.ts";
import { prefetchOverview } from "../../api-client/use-overview.ts";
import { useTableChange } from "../../state/use-table-change.ts";

export const Route = createFileRoute("/admin/payouts")({
  validateSearch: readPayoutSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    prefetchPayoutPage(payoutTableState(deps), staleTimes.adminPages);
    prefetchOverview();
  },
  component: Payouts,
  staticData: { title: "Payouts" },
});

function Payouts() {
  const state = payoutTableState(Route.useSearch());
  const change = useTableChange();
  const dialogs = usePayoutDialogs();
  return (
    <>
      <PageHeader title="Payout Management" subtitle="Pending and decided requests" />
      <Stack>
        <PayoutCards />
        <PayoutTable
          state={state}
          onChange={change}
          onDecide={dialogs.decision.open}
          onView={dialogs.details.open}
        />
      </Stack>
      <PayoutDialogs dialogs={dialogs} />
    </>
  );
}
