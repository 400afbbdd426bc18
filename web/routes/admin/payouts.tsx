import { createFileRoute } from "@tanstack/react-router";
import { payoutTable } from "../../../src/business/money/payouts/payout.table.ts";
import { prefetchOverview } from "../../app/api-client/overview.ts";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { decisionDialogs } from "../../features/admin/payouts/decision-dialogs.ts";
import { PayoutCards, PayoutTable } from "../../features/admin/payouts/payout-table.tsx";
import { prefetchTable } from "../../table/screen/prefetch-table.ts";
import { readState, type TableAddress } from "../../table/screen/table-address.ts";
import { useTableChange } from "../../table/state/use-table-change.ts";

interface Search extends TableAddress<typeof payoutTable>, DialogSearch<typeof decisionDialogs> {}

export const Route = createFileRoute("/admin/payouts")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): Search => raw,
  loader: ({ location }) => {
    prefetchTable(payoutTable, prefetcher.admin.payouts.page, location.search);
    prefetchOverview();
  },
  component: Payouts,
  staticData: { title: "Payouts" },
});

function Payouts() {
  const { filters } = readState(payoutTable, { ...Route.useSearch() });
  return (
    <>
      <PageHeader
        title="Payout Management"
        aside={<PayoutCards status={filters.status} onChange={useTableChange()} />}
      />
      <PayoutTable />
      <Dialogs of={decisionDialogs} />
    </>
  );
}
