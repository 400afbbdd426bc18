import { type ComponentProps, useMemo } from "react";
import { EquityPanel } from "./equity-panel.tsx";
import { type PicturedFinding, windowOfFinding } from "./finding-window.ts";

interface FindingChartProps extends Pick<ComponentProps<typeof EquityPanel>, "source" | "stage"> {
  finding: PicturedFinding;
}

/** The curve of a stage in the minutes around a finding, with its trades and the windows of its events. */
export function FindingChart({ source, stage, finding }: FindingChartProps) {
  const minutes = useMemo(() => windowOfFinding(finding), [finding]);
  return <EquityPanel source={source} stage={stage} minutes={minutes} empty={null} />;
}
