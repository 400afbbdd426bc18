import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { type ReactNode, useMemo, useState } from "react";
import type { EquityPoint } from "../../../src/business/record/results/result.schema.ts";
import { TextButton } from "../../components/button/text-button.tsx";
import { moneyTicksIn } from "../../components/chart/chart-ticks.ts";
import { fitScale, type Level } from "../../components/chart/level-scale.ts";
import { LevelsOutOfView } from "../../components/chart/levels.tsx";
import type { ChartBand, ChartMark } from "../../components/chart/mark.tsx";
import { TimeChart } from "../../components/chart/time-chart.tsx";
import { toneColors } from "../../components/money/result-text.tsx";
import { NoValue } from "../../components/panel/facts.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import {
  describePoint,
  type EquityFigures,
  equityFigures,
  isEquityObserved,
  type StageMoney,
  toChartData,
} from "./equity-figures.ts";

interface EquityChartProps {
  /** In chronological order; at least one. */
  points: readonly EquityPoint[];
  stage: StageMoney;
  levels: readonly Level[];
  marks?: readonly ChartMark[];
  bands?: readonly ChartBand[];
  /** The time range; that of the points by default. */
  period?: readonly [number, number] | undefined;
}

/** Shows balance and equity over time, with the figures of the point under the crosshair. */
export function EquityChart({ points, stage, levels, ...pointedOut }: EquityChartProps) {
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
        {...pointedOut}
        formatTicks={moneyTicksIn(stage.currency)}
        selected={selected}
        onSelect={choose}
        describe={describe}
      />
      <Box sx={footer}>
        <LevelsOutOfView scale={scale} />
        <p>Arrow keys move along the curve.</p>
        <TextButton aria-expanded={isTableShown} onClick={() => showTable((is) => !is)}>
          {isTableShown ? "Hide the table" : "Show as a table"}
        </TextButton>
      </Box>
      {isTableShown ? <EquityTable points={points} stage={stage} /> : null}
    </>
  );
}

const footer = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "0.25rem 1rem",
  mt: 1,
  color: "text.disabled",
  fontSize: "var(--text-sm)",
  "& > button": { ml: "auto" },
  // A hint for keyboard users who have reached the chart.
  "& > p": { display: "none" },
  ":focus-visible + & > p": { display: "block" },
};

interface EquityReadoutProps {
  time: Date;
  /** No point is selected, so the last one is shown. */
  isLatest: boolean;
  figures: EquityFigures;
  /** Whether equity has its own curve. */
  hasEquityCurve: boolean;
}

/** Shows the figures of one point, and serves as the legend of the curves. */
function EquityReadout({ time, isLatest, figures, hasEquityCurve }: EquityReadoutProps) {
  const { balance, equity, change, percent, tone } = figures;
  return (
    <Box
      component="dl"
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "auto auto", sm: "repeat(4, auto)" },
        justifyContent: "space-between",
        gap: "0.5rem 1.5rem",
        mb: 2,
      }}
    >
      <Reading name={isLatest ? "Latest" : "Time"}>{formatMoment(time)}</Reading>
      <Reading name="Balance" curve="2px solid var(--accent)">
        {balance}
      </Reading>
      <Reading name="Equity" curve={hasEquityCurve ? "1px solid var(--ink-soft)" : undefined}>
        {equity ?? <NoValue>Not observed</NoValue>}
      </Reading>
      <Reading name="Change">
        <Box component="span" sx={{ color: tone && toneColors[tone] }}>
          {change}
          {percent === null ? null : (
            <Box
              component="small"
              // Leaves enough room on small screens for amounts that end with a currency.
              sx={{
                display: { xs: "block", sm: "inline" },
                ml: { sm: 0.75 },
                fontSize: "var(--text-xs)",
              }}
            >
              {percent}
            </Box>
          )}
        </Box>
      </Reading>
    </Box>
  );
}

interface ReadingProps {
  name: string;
  /** The line with which the figure is drawn. */
  curve?: string | undefined;
  children: ReactNode;
}

function Reading({ name, curve, children }: ReadingProps) {
  return (
    <div>
      <Box
        component="dt"
        sx={{
          display: "flex",
          alignItems: "center",
          gap: 0.75,
          color: "text.secondary",
          fontSize: "var(--text-xs)",
        }}
      >
        {curve ? <Box component="span" sx={{ width: 14, borderTop: curve }} /> : null}
        {name}
      </Box>
      <Box component="dd" sx={{ mt: 0.25, fontWeight: 550, fontVariantNumeric: "tabular-nums" }}>
        {children}
      </Box>
    </div>
  );
}

interface EquityTableProps {
  points: readonly EquityPoint[];
  stage: StageMoney;
}

/** Lists the points of the chart, newest first. */
function EquityTable({ points, stage }: EquityTableProps) {
  return (
    <TableContainer
      role="region"
      aria-label="Points of the chart"
      // To scroll by keyboard.
      tabIndex={0}
      sx={{ maxHeight: "18rem", mt: 1, borderTop: 1, borderColor: "divider" }}
    >
      <Table stickyHeader sx={pointsTable}>
        <TableHead>
          <TableRow>
            {["Time", "Balance", "Equity", "Change"].map((title) => (
              <TableCell key={title} scope="col">
                {title}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {points.toReversed().map((point) => {
            const { balance, equity, change } = equityFigures(point, stage);
            return (
              <TableRow key={point.time.getTime()}>
                <TableCell>{formatMoment(point.time)}</TableCell>
                <TableCell>{balance}</TableCell>
                <TableCell>{equity ?? "Not observed"}</TableCell>
                <TableCell>{change}</TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

const pointsTable = {
  fontSize: { xs: "var(--text-xs)", sm: "var(--text-sm)" },
  fontVariantNumeric: "tabular-nums",
  "& th, & td": {
    py: 0.75,
    px: { xs: 0.375, sm: 1.5 },
    textAlign: "end",
    whiteSpace: { sm: "nowrap" },
  },
  "& th": { background: "var(--panel)" },
  "& :is(th, td):first-of-type": { paddingInlineStart: 0, textAlign: "start" },
};
