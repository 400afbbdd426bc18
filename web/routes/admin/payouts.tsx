import { createFileRoute } from "@tanstack/react-router";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { decisionDialogs } from "../../features/admin/payouts/decision-dialogs.ts";
import { PayoutCards, PayoutTable } from "../../features/admin/payouts/payout-table.tsx";
import {
  type PayoutSearch,
  payoutTableState,
  prefetchPayoutPage,
  readPayoutSearch,
} from "../../features/admin/payouts/payout-search.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { prefetchOverview } from "../../app/api-client/overview.ts";
import { useCleanUrl, useTableChange } from "../../table/state/use-table-change.ts";
import { prefetchViews } from "../../table/views/use-views.ts";
import { viewLists } from "../../../src/business/watch/views/tables.rule.ts";
import { ViewsBar } from "../../table/views/views-bar.tsx";

export const Route = createFileRoute("/admin/payouts")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (
    raw: Record<string, unknown>,
  ): PayoutSearch & DialogSearch<typeof decisionDialogs> => raw,
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
      <PageHeader
        title="Payout Management"
        aside={<PayoutCards status={state.status} onChange={change} />}
      />
      <PayoutTable
        views={
          <ViewsBar
            list="payouts"
            kept={viewLists.payouts.parameters}
            all="All requests"
            search={search}
            read={readPayoutSearch}
            onChange={change}
          />
        }
        state={state}
        onChange={change}
      />
      <Dialogs of={decisionDialogs} />
    </>
  );
}
