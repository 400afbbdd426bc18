import { useState } from "react";
import type { TradingDay } from "../../../src/business/trading/records/record.schema.ts";
import { formatResult } from "../../../src/platform/money/money.ts";
import { IconButton } from "../../components/button/icon-button.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatCountOf } from "../../domain/format/counts.ts";
import { CalendarGrid } from "./calendar-grid.tsx";
import { hasWeekends, layOutMonth, monthOf, shiftMonth } from "./calendar-month.ts";
import styles from "./calendar.module.css";
import { DayDetails } from "./day-details.tsx";
import { formatMonth } from "./day-names.ts";
import { EvidenceLegend } from "./evidence-mark.tsx";
import { toneOf } from "./tones.ts";

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
          <span className={styles.net} data-tone={toneOf(layout.net)}>
            {formatResult(layout.net, currency)}
          </span>
          {` in ${formatCountOf(layout.trades, "trade")}, ${formatCountOf(layout.wonDays, "day")} won, ${layout.lostDays} lost`}
        </>
      }
      aside={
        <div className={styles.months}>
          <IconButton
            icon="chevronLeft"
            label="Previous month"
            disabled={month <= firstMonth}
            onClick={() => setMonth(shiftMonth(month, -1))}
          />
          <span aria-live="polite">{formatMonth(month)}</span>
          <IconButton
            icon="chevronRight"
            label="Next month"
            disabled={month >= lastMonth}
            onClick={() => setMonth(shiftMonth(month, 1))}
          />
        </div>
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
