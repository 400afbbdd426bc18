import Box from "@mui/material/Box";
import { type KeyboardEvent, useRef } from "react";
import type { TradingDay } from "../../../src/business/record/results/result.schema.ts";
import { formatResult } from "../../../src/platform/money/money.ts";
import { ResultText, toneOf } from "../../components/money/result-text.tsx";
import { formatCompactResult, formatCountOf } from "../../domain/format/figures.ts";
import type { CalendarMonth, CalendarWeek } from "./calendar-month.ts";
import styles from "./calendar.module.css";
import { formatLongTradingDay } from "./record-words.ts";
import { keysOf } from "../../../src/platform/fields/keys-of.rule.ts";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

interface CalendarGridProps {
  name: string;
  month: CalendarMonth;
  currency: string;
  selected: string | undefined;
  onSelect: (day: string) => void;
}

/** Shows the days of a month. Arrow keys move between the days with results, and select them. */
export function CalendarGrid(props: CalendarGridProps) {
  const { name, month, currency, selected, onSelect } = props;
  const table = useRef<HTMLTableElement>(null);
  const columns = month.weeks[0]?.cells.length ?? 5;

  function moveWithArrows(event: KeyboardEvent) {
    const target = dayByKey(event.key, month, selected);
    if (!target) return;
    event.preventDefault();
    onSelect(target);
    table.current?.querySelector<HTMLElement>(`[data-day="${target}"]`)?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the days take the focus
    <table ref={table} aria-label={name} className={styles.grid} onKeyDown={moveWithArrows}>
      <thead>
        <tr>
          {weekdays.slice(0, columns).map((weekday) => (
            <th key={weekday} scope="col" abbr={weekday}>
              {weekday.slice(0, 3)}
            </th>
          ))}
          <th scope="col" className={styles.week}>
            Week
          </th>
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week) => (
          <tr key={week.key}>
            {week.cells.map(({ day, result }, column) => (
              <td key={day ?? column}>
                {day ? (
                  <CalendarDay
                    day={day}
                    result={result}
                    currency={currency}
                    isSelected={day === selected}
                    onSelect={onSelect}
                  />
                ) : null}
              </td>
            ))}
            <WeekTotal week={week} currency={currency} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CalendarDayProps {
  day: string;
  result: TradingDay | undefined;
  currency: string;
  isSelected: boolean;
  onSelect: (day: string) => void;
}

/** A button that shows a day's result and selects the day; only the number of the day if it has no records. */
function CalendarDay({ day, result, currency, isSelected, onSelect }: CalendarDayProps) {
  const date = <span className={styles.date}>{Number(day.slice(8))}</span>;
  if (!result) return <span className={styles.day}>{date}</span>;
  const { net, trades, evidence } = result;
  return (
    <button
      type="button"
      data-day={day}
      data-tone={toneOf(net) ?? "even"}
      aria-pressed={isSelected}
      tabIndex={isSelected ? 0 : -1}
      className={styles.day}
      onClick={() => onSelect(day)}
    >
      {/* The figures are abbreviated in narrow cells, so the button's name is a full sentence. */}
      <span className="visually-hidden">{describeDay(result, currency)}</span>
      <span className={styles.figures} aria-hidden="true">
        <span className={styles.top}>
          {date}
          <EvidenceMark evidence={evidence} />
        </span>
        <span className={styles.net}>
          <span className={styles.full}>{formatResult(net, currency)}</span>
          <span className={styles.compact}>{formatCompactResult(net)}</span>
        </span>
        <span className={styles.count} data-long={trades > 99 ? "" : undefined}>
          <span className={styles.full}>{formatCountOf(trades, "trade")}</span>
          <span className={styles.compact}>{trades}</span>
        </span>
        <span className={styles.evidence}>{evidenceWords[evidence]}</span>
      </span>
    </button>
  );
}

function describeDay({ day, net, trades, evidence }: TradingDay, currency: string): string {
  const words = evidenceWords[evidence].toLowerCase();
  return `${formatLongTradingDay(day)}: ${formatResult(net, currency)}, ${formatCountOf(trades, "trade")}, ${words}`;
}

function WeekTotal({ week, currency }: { week: CalendarWeek; currency: string }) {
  return (
    <td className={styles.week}>
      {week.hasResults ? (
        <>
          <ResultText amount={week.net} currency={currency} />
          <Box component="span" sx={{ display: "block", fontSize: "var(--text-xs)" }}>
            {formatCountOf(week.trades, "trade")}
          </Box>
        </>
      ) : null}
    </td>
  );
}

/** Left and right move through all days with results, up and down through those of the same weekday. */
function dayByKey(key: string, { weeks }: CalendarMonth, from: string | undefined) {
  const cells = weeks.flatMap((week) => week.cells.map((cell, column) => ({ ...cell, column })));
  const column = cells.find(({ day }) => day === from)?.column;
  const isVertical = key === "ArrowUp" || key === "ArrowDown";
  const days = cells
    .filter((cell) => cell.result && (!isVertical || cell.column === column))
    .map(({ day }) => day!);
  const at = days.indexOf(from ?? "");
  const targets: Record<string, string | undefined> = {
    ArrowLeft: days[at - 1],
    ArrowUp: days[at - 1],
    ArrowRight: days[at + 1],
    ArrowDown: days[at + 1],
    Home: days[0],
    End: days.at(-1),
  };
  return targets[key];
}

type Evidence = TradingDay["evidence"];

const evidenceWords: Readonly<Record<Evidence, string>> = {
  observed: "Observed",
  partly_observed: "Partly observed",
  closed_results: "Closed results",
};

export const evidenceSentences: Readonly<Record<Evidence, string>> = {
  observed: "Equity was observed whenever a position was open.",
  partly_observed: "Equity was observed for part of the time that positions were open.",
  closed_results:
    "Only closed results are known; equity was not observed while positions were open.",
};

const fills: Readonly<Record<Evidence, string>> = {
  observed: "currentcolor",
  partly_observed: "linear-gradient(to right, currentcolor 50%, transparent 50%)",
  closed_results: "none",
};

/** A full, half or empty circle. The text next to it or the legend explains it. */
export function EvidenceMark({ evidence }: { evidence: Evidence }) {
  return (
    <Box
      component="span"
      aria-hidden="true"
      sx={{
        flex: "none",
        width: 8,
        height: 8,
        border: 1,
        borderRadius: "50%",
        color: "text.disabled",
        background: fills[evidence],
      }}
    />
  );
}

/** Explains the marks. */
export function EvidenceLegend() {
  return (
    <Box
      component="ul"
      aria-label="Evidence of a day's equity"
      sx={{
        display: "flex",
        flexWrap: "wrap",
        gap: "0.25rem 1rem",
        listStyle: "none",
        color: "text.secondary",
        fontSize: "var(--text-xs)",
      }}
    >
      {keysOf(evidenceWords).map((evidence) => (
        <Box
          component="li"
          key={evidence}
          sx={{ display: "flex", alignItems: "center", gap: 0.75 }}
        >
          <EvidenceMark evidence={evidence} />
          {evidenceWords[evidence]}
        </Box>
      ))}
    </Box>
  );
}
