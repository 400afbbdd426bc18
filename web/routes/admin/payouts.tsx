import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { PayoutCards } from "../../features/admin-payouts/payout-cards.tsx";
import { PayoutTable } from "../../features/admin-payouts/payout-table.tsx";
import {
  type PayoutSearch,
  payoutTableState,
  prefetchPayoutPage,
  readPayoutSearch,
} from "../../features/admin-payouts/payout-search.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { prefetchOverview } from "../../app/api-client/use-overview.ts";
import { useCleanUrl } from "../../table/state/use-clean-url.ts";
import { useTableChange } from "../../table/state/use-table-change.ts";
import { prefetchViews } from "../../table/views/use-views.ts";
import { ViewsBar } from "../../table/views/views-bar.tsx";

export const Route = createFileRoute("/admin/payouts")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): PayoutSearch => raw,
  loader: ({ location }) => {
    prefetchPayoutPage(
      payoutTableState(readPayoutSearch({ ...location.search })),
      staleTimes.adminPages,
    );
    prefetchViews("payouts");
    prefetchOverview();
  },
  component: Payouts,
  staticData: { title: "Payouts" },
});

function Payouts() {
  const raw = Route.useSearch();
  const search = readPayoutSearch({ ...raw });
  useCleanUrl(raw, search);
  const state = payoutTableState(search);
  const change = useTableChange();
  return (
    <>
      <PageHeader title="Payout Management" subtitle="Pending and decided requests" />
      <Stack>
        <PayoutCards />
        <PayoutTable
          views={
            <ViewsBar
              list="payouts"
              all="All requests"
              search={search}
              read={readPayoutSearch}
              onChange={change}
            />
          }
          state={state}
          onChange={change}
        />
      </Stack>
    </>
  );
}
