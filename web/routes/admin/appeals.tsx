import { createFileRoute } from "@tanstack/react-router";
import type { QueuedReview } from "../../../src/business/decisions/reviews/review.schema.ts";
import { appealTable } from "../../../src/business/decisions/appeals/appeal.table.ts";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { useLive } from "../../app/live/use-live.ts";
import { PageHeader } from "../../components/page/page-header.tsx";
import { AppealTable } from "../../features/admin/appeals/appeal-table.tsx";
import { appealDialogs, OpenAppeal } from "../../features/admin/appeals/open-appeal.tsx";
import { EquityPanel } from "../../features/records/equity-panel.tsx";
import { prefetchTable } from "../../table/screen/prefetch-table.ts";
import type { TableAddress } from "../../table/screen/table-address.ts";

/** The state of the table, or the appeal that is open. */
interface Search extends TableAddress<typeof appealTable>, DialogSearch<typeof appealDialogs> {
  appeal?: number | undefined;
}

export const Route = createFileRoute("/admin/appeals")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): Search => raw,
  loader: ({ location }) => {
    if (readAppealId({ ...location.search }) !== undefined) return;
    prefetchTable(appealTable, prefetcher.admin.appeals.page, location.search);
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
        subtitle="Objections of traders to confirmed breaches, rejected payout requests, findings and links"
      />
      {id === undefined ? (
        <AppealTable />
      ) : (
        <OpenAppeal key={id} id={id} chart={(review) => <Chart review={review} />} />
      )}
      <Dialogs of={appealDialogs} with={{ appealId: id }} />
    </>
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
