import Box from "@mui/material/Box";
import { useMemo, useState } from "react";
import type { FirmHistory } from "../../../../src/business/watch/overview/overview.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { TextButton } from "../../../components/button/text-button.tsx";
import {
  type FormatTicks,
  formatCountTicks,
  moneyTicksIn,
} from "../../../components/chart/chart-ticks.ts";
import { type Curve, StepChart } from "../../../components/chart/step-chart.tsx";
import { formatCount } from "../../../domain/format/figures.ts";
import { formatCalendarDay } from "../../../domain/format/dates.ts";
import { HistoryTable } from "./history-table.tsx";
import { DAY } from "../../../../src/platform/time/durations.rule.ts";

type Week = FirmHistory["weeks"][number];

interface ChartOfWeeks {
  title: string;
  formatTicks: FormatTicks;
  main: Curve<Week>;
  second?: Curve<Week>;
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
          <StepChart
            key={chart.title}
            {...chart}
            label={`${chart.title} by week`}
            points={weeks}
            startOf={startOfWeek}
            lasts={7 * DAY}
            when={sayWeek}
          />
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
      {isTableShown ? (
        <Box sx={{ marginBlockStart: "0.75rem" }}>
          <HistoryTable history={history} />
        </Box>
      ) : null}
    </>
  );
}

const startOfWeek = ({ week }: Week) => Date.parse(week);

const sayWeek = ({ week }: Week, isLast: boolean) => ({
  term: isLast ? "This week" : "Week of",
  day: formatCalendarDay(new Date(week)),
  words: `Week of ${formatCalendarDay(new Date(week))}`,
});

/** The columns of the placeholders in `firm-history.tsx`. */
const chartColumns = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(3, minmax(0, 1fr))" },
  gap: "2rem",
};
