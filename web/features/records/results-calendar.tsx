import Box from "@mui/material/Box";
import { useState } from "react";
import type { TradingDay } from "../../../src/business/record/results/result.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { IconButton } from "../../components/button/icon-button.tsx";
import { ResultText } from "../../components/money/result-text.tsx";
import { Fact, FactColumns } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatCountOf } from "../../domain/format/figures.ts";
import { CalendarGrid, EvidenceLegend, EvidenceMark, evidenceSentences } from "./calendar-grid.tsx";
import { hasWeekends, layOutMonth, monthOf, shiftMonth } from "./calendar-month.ts";
import { formatLongTradingDay, formatMonth } from "./record-words.ts";

interface ResultsCalendarProps {
  days: readonly TradingDay[];
  currency: string;
}

/** Shows the results of a stage by trading day, one month at a time. Requires at least one day. */
export function ResultsCalendar({ days, currency }: ResultsCalendarProps) {
  const [firstMonth, lastMonth] = [monthOf(days[0]!.day), monthOf(days.at(-1)!.day)];
  const [month, setMonth] = useState(lastMonth);
  const [chosen, choose] = useState<string>();
  const layout = layOutMonth(month, days, { showsWeekends: hasWeekends(days) });
  const inMonth = days.filter(({ day }) => monthOf(day) === month);
  const shown = inMonth.find(({ day }) => day === chosen) ?? inMonth.at(-1);
  return (
    <Panel
      title="Daily Results"
      subtitle={
        <>
          <ResultText amount={layout.net} currency={currency} />
          {` in ${formatCountOf(layout.trades, "trade")}, ${formatCountOf(layout.wonDays, "day")} won, ${layout.lostDays} lost`}
        </>
      }
      aside={
        <Box sx={{ display: "flex", alignItems: "center", gap: 0.5, fontWeight: 550 }}>
          <IconButton
            icon="chevronLeft"
            label="Previous month"
            disabled={month <= firstMonth}
            onClick={() => setMonth(shiftMonth(month, -1))}
          />
          <Box component="span" aria-live="polite" sx={{ minWidth: "8.5rem", textAlign: "center" }}>
            {formatMonth(month)}
          </Box>
          <IconButton
            icon="chevronRight"
            label="Next month"
            disabled={month >= lastMonth}
            onClick={() => setMonth(shiftMonth(month, 1))}
          />
        </Box>
      }
    >
      <CalendarGrid
        name={`Results of ${formatMonth(month)}`}
        month={layout}
        currency={currency}
        selected={shown?.day}
        onSelect={choose}
      />
      <EvidenceLegend />
      {shown ? <DayDetails result={shown} currency={currency} /> : null}
    </Panel>
  );
}

/** Shows all figures of the selected day. */
function DayDetails({ result, currency }: { result: TradingDay; currency: string }) {
  const amount = (value: string) => formatMoney(value, currency);
  const { day, net, trades, wins, losses, evidence } = result;
  const { openingBalance, closingBalance, equityLow, equityHigh } = result;
  return (
    <Box
      component="section"
      aria-label="Selected day"
      aria-live="polite"
      sx={{
        display: "grid",
        gap: 1.5,
        mt: 2,
        pt: 2,
        borderTop: 1,
        borderColor: "divider",
        "& dl": {
          display: "grid",
          gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", md: "repeat(5, auto)" },
          justifyContent: "space-between",
          gap: "0.75rem 1.5rem",
        },
      }}
    >
      <h3>{formatLongTradingDay(day)}</h3>
      <FactColumns className="">
        <Fact name="Result">
          <ResultText amount={net} currency={currency} />
        </Fact>
        <Fact name="Trades closed">{`${trades} (${wins} won, ${losses} lost)`}</Fact>
        <Fact name="Opening balance">{amount(openingBalance)}</Fact>
        <Fact name="Closing balance">{amount(closingBalance)}</Fact>
        <Fact name="Observed equity">
          {equityLow === null || equityHigh === null
            ? "Not observed"
            : equityLow === equityHigh
              ? amount(equityLow)
              : `${amount(equityLow)} to ${amount(equityHigh)}`}
        </Fact>
      </FactColumns>
      <Box
        component="p"
        sx={{
          display: "flex",
          alignItems: "center",
          gap: 1,
          color: "text.secondary",
          fontSize: "var(--text-sm)",
        }}
      >
        <EvidenceMark evidence={evidence} />
        {evidenceSentences[evidence]}
      </Box>
    </Box>
  );
}
