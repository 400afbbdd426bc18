import { createFileRoute } from "@tanstack/react-router";
import type { Finding } from "../../../src/business/decisions/conduct/finding.schema.ts";
import { ConductPage } from "../../features/conduct/conduct-page.tsx";
import { EquityPanel } from "../../features/records/equity-panel.tsx";
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
  const chart = ({ stageId, at }: Finding) => {
    const stage = stageOf(stageId);
    const mark = { label: "Finding", tone: "loss", time: Date.parse(at) } as const;
    return stage ? <EquityPanel source="own" stage={stage} mark={mark} empty={null} /> : null;
  };
  return (
    <ConductPage currencyOf={(stageId) => stageOf(stageId)?.currency ?? "USD"} chart={chart} />
  );
}
