import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { useMemo, useState, type ReactNode } from "react";
import { Choice } from "../../components/choice/choice.tsx";
import type { ChartMark } from "../../components/chart/mark.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import type { AccountLimits } from "./equity-figures.ts";
import { equityRanges, pointsFrom, rangeStart, type EquityRange } from "./equity-range.ts";
import styles from "./equity.module.css";
import { LazyEquityChart } from "./lazy-equity-chart.ts";
import type { RecordOwner } from "./record-owner.ts";
import { useEquityLevels, type ChartedStage } from "./use-equity-levels.ts";
import { useEquity } from "./use-records.ts";

interface EquityPanelProps {
  source: RecordOwner;
  stage: ChartedStage;
  /** The limits of the account, if they apply to the stage. */
  limits?: AccountLimits;
  /** A moment to point out. */
  mark?: ChartMark;
  /** Shown next to the ranges. */
  tools?: ReactNode;
  /** Replaces the panel if the stage has no points. */
  empty: ReactNode;
}

/** The chart of a stage; the ranges of a week and a month have a finer resolution. */
export function EquityPanel(props: EquityPanelProps) {
  const { source, stage, limits, mark, tools, empty } = props;
  const [range, setRange] = useState<EquityRange>("all");
  const whole = useEquity(source, { stage: stage.id });
  const start = useMemo(() => rangeStart(whole.data ?? [], range), [whole.data, range]);
  const part = useEquity(source, { stage: stage.id, from: start, isNeeded: start !== undefined });
  const points = useMemo(() => {
    if (!whole.data || !start) return whole.data;
    return part.data?.length ? part.data : pointsFrom(whole.data, start);
  }, [whole.data, start, part.data]);

  const levels = useEquityLevels(source, stage, { limits, range, points });
  if (points?.length === 0) return empty;
  const skeleton = <EquitySkeleton />;
  return (
    <Panel
      title="Performance"
      aside={
        <div className={styles.tools}>
          {tools}
          <Choice name="Range" options={equityRanges} selected={range} onSelect={setRange} />
        </div>
      }
    >
      {whole.isError ? (
        <LoadFailure text="Failed to load the chart." onRetry={() => void whole.refetch()} />
      ) : points ? (
        <LazyEquityChart
          points={points}
          stage={stage}
          levels={levels}
          mark={mark}
          fallback={skeleton}
        />
      ) : (
        skeleton
      )}
    </Panel>
  );
}

function EquitySkeleton() {
  return (
    <LoadingRegion name="Loading the chart">
      <Skeleton shape="block" className={styles.waiting} height="21rem" />
    </LoadingRegion>
  );
}
