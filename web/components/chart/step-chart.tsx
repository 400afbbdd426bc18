import Box from "@mui/material/Box";
import { useMemo, useState } from "react";
import type { FormatTicks } from "./chart-ticks.ts";
import { TimeChart } from "./time-chart.tsx";

export interface Curve<Point> {
  name: string;
  read: (point: Point) => number;
  format: (point: Point) => string;
}

interface StepChartProps<Point> {
  title: string;
  /** What the chart shows, for screen readers. */
  label: string;
  /** In order of time; at least one. */
  points: readonly Point[];
  /** Milliseconds since 1970 UTC; the same function in every rendering, as the curves are. */
  startOf: (point: Point) => number;
  /** How long the last point lasts, in milliseconds. */
  lasts: number;
  formatTicks: FormatTicks;
  main: Curve<Point>;
  second?: Curve<Point>;
  /** Says which point the figures above the chart are of. */
  when: (point: Point, isLast: boolean) => { term: string; day: string; words: string };
}

/** A chart of figures that each belong to a span of time, with those of the point under the crosshair above it. */
export function StepChart<Point>(props: StepChartProps<Point>) {
  const { title, label, points, startOf, lasts, formatTicks, main, second, when } = props;
  const [chosen, choose] = useState<number | null>(null);
  const data = useMemo(() => {
    // Repeats the last point as an end, because each step is drawn up to the next point.
    const drawn = [...points, points.at(-1)!];
    const starts = points.map(startOf);
    return {
      times: [...starts, starts.at(-1)! + lasts],
      main: drawn.map(main.read),
      second: drawn.map((point) => second?.read(point) ?? null),
      breaks: [],
    };
  }, [points, startOf, lasts, main, second]);
  const scale = useMemo(() => {
    const most = Math.max(4, ...data.main, ...data.second.map((value) => value ?? 0));
    return { min: 0, max: most * 1.1, shown: [], above: [], below: [] };
  }, [data]);
  const at = (index: number) => points[Math.min(index, points.length - 1)]!;
  const shown = at(chosen ?? points.length - 1);
  const { term, day } = when(shown, chosen === null);
  const curves = second ? [main, second] : [main];

  return (
    <Box component="section" sx={chartRows} aria-label={title}>
      <h3>{title}</h3>
      <Box component="dl" sx={readout}>
        {curves.map(({ name, format }) => (
          <div key={name} data-curve={name === second?.name ? "second" : "main"}>
            <dt>{name}</dt>
            <dd>{format(shown)}</dd>
          </div>
        ))}
        <div>
          <dt>{term}</dt>
          <dd>{day}</dd>
        </div>
      </Box>
      <TimeChart
        label={label}
        data={data}
        scale={scale}
        formatTicks={formatTicks}
        secondLooks="stepped"
        selected={chosen}
        onSelect={(index) => choose(index === null ? null : Math.min(index, points.length - 1))}
        describe={(index) => {
          const figures = curves.map(({ name, format }) => `${name} ${format(at(index))}`);
          return `${when(at(index), false).words}: ${figures.join(", ")}`;
        }}
      />
    </Box>
  );
}

/** Aligns neighbouring plots regardless of the number of lines in the figures above them. */
const chartRows = {
  display: "grid",
  gridRow: "span 3",
  gridTemplateRows: "subgrid",
  minInlineSize: 0,
  rowGap: 0,
  '& > [role="slider"]': { blockSize: "13rem" },
};

const readout = {
  display: "flex",
  flexWrap: "wrap",
  gap: "0 1.25rem",
  marginBlock: "0.25rem 0.75rem",
  fontSize: "var(--text-sm)",
  fontVariantNumeric: "tabular-nums",
  "& > div": { display: "flex", gap: "0.375rem" },
  "& dt": { color: "text.secondary" },
  "& dd": { fontWeight: 550 },
  // The colour of the curve.
  "& [data-curve] dt::before": {
    content: '""',
    display: "inline-block",
    inlineSize: "0.625rem",
    blockSize: "2px",
    marginInlineEnd: "0.375rem",
    verticalAlign: "middle",
    background: "var(--accent)",
  },
  '& [data-curve="second"] dt::before': { background: "var(--ink-soft)" },
};
