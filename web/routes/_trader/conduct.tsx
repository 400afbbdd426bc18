import { createFileRoute } from "@tanstack/react-router";
import type { Finding } from "../../../src/business/decisions/conduct/finding.schema.ts";
import { ConductPage } from "../../features/conduct/conduct-page.tsx";
import { FindingChart } from "../../features/records/finding-chart.tsx";
import { prefetchOwnStages } from "../../app/api-client/prefetch-own.ts";
import { useStages } from "../../features/records/use-records.ts";

export const Route = createFileRoute("/_trader/conduct")({
  loader: () => prefetchOwnStages(),
  component: Conduct,
  staticData: { title: "Conduct" },
});

function Conduct() {
  const { data: stages = [] } = useStages("own");
  const stageOf = (stageId: number) => stages.find(({ id }) => id === stageId);
  const chart = (finding: Finding) => {
    const stage = stageOf(finding.stageId);
    return stage ? <FindingChart source="own" stage={stage} finding={finding} /> : null;
  };
  return (
    <ConductPage currencyOf={(stageId) => stageOf(stageId)?.currency ?? "USD"} chart={chart} />
  );
}
