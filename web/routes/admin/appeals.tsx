import { createFileRoute } from "@tanstack/react-router";
import type { QueuedReview } from "../../../src/business/judgement/reviews/review.schema.ts";
import { isId } from "../../../src/platform/fields/id.rule.ts";
import { PageHeader } from "../../components/page/page-header.tsx";
import { AppealsList, OpenAppeal } from "../../features/admin-appeals/appeals-desk.tsx";
import { EquityPanel } from "../../features/records/equity-panel.tsx";

export const Route = createFileRoute("/admin/appeals")({
  validateSearch: (raw: Record<string, unknown>): { appeal?: number } =>
    isId(Number(raw.appeal)) ? { appeal: Number(raw.appeal) } : {},
  component: Appeals,
  staticData: { title: "Appeals" },
});

function Appeals() {
  const { appeal } = Route.useSearch();
  return (
    <>
      <PageHeader
        title="Appeals"
        subtitle="Objections of traders to confirmed breaches and rejected payout requests"
      />
      {appeal === undefined ? (
        <AppealsList />
      ) : (
        <OpenAppeal key={appeal} id={appeal} chart={(review) => <Chart review={review} />} />
      )}
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
