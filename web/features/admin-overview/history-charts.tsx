import Box from "@mui/material/Box";
import { useMemo, useState } from "react";
import type { FirmHistory } from "../../../src/business/watch/overview/overview.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { TextButton } from "../../components/button/text-button.tsx";
import {
  type FormatTicks,
  formatCountTicks,
  moneyTicksIn,
} from "../../components/chart/chart-ticks.ts";
import { TimeChart } from "../../components/chart/time-chart.tsx";
import { formatCount } from "../../domain/format/figures.ts";
import { formatCalendarDay } from "../../domain/format/dates.ts";
import { HistoryTable } from "./history-table.tsx";
import { DAY } from "../../../src/platform/time/durations.rule.ts";

type Week = FirmHistory["weeks"][number];

interface Curve {
  name: string;
  read: (week: Week) => number;
  format: (week: Week) => string;
}

interface ChartOfWeeks {
  title: string;
  formatTicks: FormatTicks;
  main: Curve;
  second?: Curve;
}

const chartsIn = (currency: string): readonly ChartOfWeeks[] => [
  {
    title: "Registrations",
    formatTicks: formatCountTicks,
    main: {
      name: "Registrations",
      read: ({ registrations }) => registrations,
      format: ({ registrations }) => formatCount(registrations),
    },
  },
  {
    title: "Payouts",
    formatTicks: moneyTicksIn(currency),
    main: {
      name: "Requested",
      read: ({ requested }) => Number(requested.amount),
      format: ({ requested }) => formatMoney(requested.amount, currency),
    },
    second: {
      name: "Of which approved",
      read: ({ approved }) => Number(approved.amount),
      format: ({ approved }) => formatMoney(approved.amount, currency),
    },
  },
  {
    title: "Breaches",
    formatTicks: formatCountTicks,
    main: {
      name: "Breaches",
      read: ({ breaches }) => breaches,
      format: ({ breaches }) => formatCount(breaches),
    },
  },
];

/** Shows a chart for each figure, and all figures as a table. */
export function HistoryCharts({ history }: { history: FirmHistory }) {
  const { weeks, currency, otherCurrencies } = history;
  const [isTableShown, showTable] = useState(false);
  const charts = useMemo(() => chartsIn(currency), [currency]);
  return (
    <>
      <Box sx={chartColumns}>
        {charts.map((chart) => (
          <WeekChart key={chart.title} chart={chart} weeks={weeks} />
        ))}
      </Box>
      <Box component="footer" sx={{ marginBlockStart: "1rem" }}>
        {otherCurrencies.length > 0 ? (
          <p>{`Amounts are in ${currency}. Requests in ${otherCurrencies.join(", ")} are not included.`}</p>
        ) : null}
        <TextButton aria-expanded={isTableShown} onClick={() => showTable((is) => !is)}>
          {isTableShown ? "Hide the table" : "Show as a table"}
        </TextButton>
      </Box>
      {isTableShown ? <HistoryTable history={history} /> : null}
    </>
  );
}

const WEEK = 7 * DAY;

function WeekChart({ chart, weeks }: { chart: ChartOfWeeks; weeks: readonly Week[] }) {
  const { title, formatTicks, main, second } = chart;
  const [chosen, choose] = useState<number | null>(null);
  const data = useMemo(() => {
    // Repeats the last week as an end point, because each step is drawn up to the next point.
    const drawn = [...weeks, weeks.at(-1)!];
    const starts = weeks.map(({ week }) => Date.parse(week));
    return {
      times: [...starts, starts.at(-1)! + WEEK],
      main: drawn.map(main.read),
      second: drawn.map((week) => second?.read(week) ?? null),
      breaks: [],
    };
  }, [weeks, main, second]);
  const scale = useMemo(() => {
    const most = Math.max(4, ...data.main, ...data.second.map((value) => value ?? 0));
    return { min: 0, max: most * 1.1, shown: [], above: [], below: [] };
  }, [data]);
  const at = (index: number) => weeks[Math.min(index, weeks.length - 1)]!;
  const shown = at(chosen ?? weeks.length - 1);
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
          <dt>{chosen === null ? "This week" : "Week of"}</dt>
          <dd>{formatCalendarDay(new Date(shown.week))}</dd>
        </div>
      </Box>
      <TimeChart
        label={`${title} by week`}
        data={data}
        scale={scale}
        formatTicks={formatTicks}
        secondLooks="stepped"
        selected={chosen}
        onSelect={(index) => choose(index === null ? null : Math.min(index, weeks.length - 1))}
        describe={(index) => {
          const figures = curves.map(({ name, format }) => `${name} ${format(at(index))}`);
          return `Week of ${formatCalendarDay(new Date(at(index).week))}: ${figures.join(", ")}`;
        }}
      />
    </Box>
  );
}

/** The columns of the placeholders in `firm-history.tsx`. */
const chartColumns = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(3, minmax(0, 1fr))" },
  gap: "2rem",
};

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
