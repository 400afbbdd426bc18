import { useMemo, useState } from "react";
import type { EquityPoint } from "../../../src/business/trading/records/record.schema.ts";
import { TextButton } from "../../components/button/text-button.tsx";
import { moneyTicksIn } from "../../components/chart/chart-ticks.ts";
import { fitScale, type Level } from "../../components/chart/level-scale.ts";
import { LevelsOutOfView } from "../../components/chart/levels.tsx";
import type { ChartMark } from "../../components/chart/mark.tsx";
import { TimeChart } from "../../components/chart/time-chart.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import {
  describePoint,
  equityFigures,
  type StageMoney,
  isEquityObserved,
  toChartData,
} from "./equity-figures.ts";
import styles from "./equity.module.css";
import { EquityReadout } from "./equity-readout.tsx";
import { EquityTable } from "./equity-table.tsx";

interface EquityChartProps {
  /** In chronological order; at least one. */
  points: readonly EquityPoint[];
  stage: StageMoney;
  levels: readonly Level[];
  mark?: ChartMark;
}

/** Shows balance and equity over time, with the figures of the point under the crosshair. */
export function EquityChart({ points, stage, levels, mark }: EquityChartProps) {
  const [chosen, choose] = useState<number | null>(null);
  const [isTableShown, showTable] = useState(false);
  const data = useMemo(() => toChartData(points), [points]);
  const scale = useMemo(
    () => fitScale([...data.main, ...data.second.filter((value) => value !== null)], levels),
    [data, levels],
  );
  // The data may have been replaced by fewer points since one was chosen.
  const selected = chosen === null || chosen >= points.length ? null : chosen;
  const shown = points[selected ?? points.length - 1]!;

  function describe(index: number): string {
    const point = points[index]!;
    return describePoint(formatMoment(point.time), equityFigures(point, stage));
  }

  return (
    <>
      <EquityReadout
        time={shown.time}
        isLatest={selected === null}
        figures={equityFigures(shown, stage)}
        hasEquityCurve={isEquityObserved(points)}
      />
      <TimeChart
        label="Balance and equity over time"
        data={data}
        scale={scale}
        mark={mark}
        formatTicks={moneyTicksIn(stage.currency)}
        selected={selected}
        onSelect={choose}
        describe={describe}
      />
      <div className={styles.footer}>
        <LevelsOutOfView scale={scale} />
        <p>Arrow keys move along the curve.</p>
        <TextButton aria-expanded={isTableShown} onClick={() => showTable((is) => !is)}>
          {isTableShown ? "Hide the table" : "Show as a table"}
        </TextButton>
      </div>
      {isTableShown ? <EquityTable points={points} stage={stage} /> : null}
    </>
  );
}
