import { createFileRoute } from "@tanstack/react-router";
import type { QueuedReview } from "../../../src/business/decisions/reviews/review.schema.ts";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { useLive } from "../../app/live/use-live.ts";
import { PageHeader } from "../../components/page/page-header.tsx";
import {
  AppealList,
  type AppealSearch,
  appealTableState,
  prefetchAppeals,
  readAppealSearch,
} from "../../features/admin-appeals/appeal-list.tsx";
import { appealDialogs, OpenAppeal } from "../../features/admin-appeals/open-appeal.tsx";
import { EquityPanel } from "../../features/records/equity-panel.tsx";
import { useCleanUrl, useTableChange } from "../../table/state/use-table-change.ts";
import { prefetchViews } from "../../table/views/use-views.ts";
import { ViewsBar } from "../../table/views/views-bar.tsx";

/** The state of the table, or the appeal that is open. */
interface Search extends AppealSearch, DialogSearch<typeof appealDialogs> {
  appeal?: number | undefined;
}

export const Route = createFileRoute("/admin/appeals")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): Search => raw,
  loader: ({ location }) => {
    const search: Record<string, unknown> = { ...location.search };
    if (readAppealId(search) !== undefined) return;
    prefetchAppeals(appealTableState(readAppealSearch(search)));
    prefetchViews("appeals");
  },
  component: Appeals,
  staticData: { title: "Appeals" },
});

const readAppealId = ({ appeal }: Record<string, unknown>) => parseId(String(appeal));

function Appeals() {
  const id = readAppealId({ ...Route.useSearch() });
  useLive("reviews");
  return (
    <>
      <PageHeader
        title="Appeals"
        subtitle="Objections of traders to confirmed breaches and rejected payout requests"
      />
      {id === undefined ? (
        <AllAppeals />
      ) : (
        <OpenAppeal key={id} id={id} chart={(review) => <Chart review={review} />} />
      )}
      <Dialogs of={appealDialogs} with={{ appealId: id }} />
    </>
  );
}

function AllAppeals() {
  const raw = Route.useSearch();
  const search = readAppealSearch({ ...raw });
  useCleanUrl(raw, search);
  const change = useTableChange();
  return (
    <AppealList
      views={
        <ViewsBar
          list="appeals"
          all="All appeals"
          search={search}
          read={readAppealSearch}
          onChange={change}
        />
      }
      state={appealTableState(search)}
      onChange={change}
    />
  );
}

/** Shows the curve of the stage with its floors and the moment of the breach. */
function Chart({ review: { userId, stageId, stage, verdict } }: { review: QueuedReview }) {
  const time = Date.parse(verdict.endedAt ?? "");
  return (
    <EquityPanel
      source={{ userId }}
      stage={{ id: stageId, ...stage, rulesVersionId: verdict.rulesVersionId }}
      mark={{ label: "Breach", tone: "loss", time }}
      empty={null}
    />
  );
}
