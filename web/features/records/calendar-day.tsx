import type { ReactNode } from "react";
import type { TradingDay } from "../../../src/business/trading/records/record.schema.ts";
import { formatResult } from "../../../src/platform/money/money.ts";
import { formatCountOf } from "../../domain/format/counts.ts";
import { formatCompactResult } from "../../domain/format/compact-result.ts";
import styles from "./calendar.module.css";
import { formatLongTradingDay } from "./day-names.ts";
import { EvidenceMark, evidenceWords } from "./evidence-mark.tsx";
import { toneOf } from "./tones.ts";

interface CalendarDayProps {
  day: string;
  result: TradingDay | undefined;
  currency: string;
  isSelected: boolean;
  onSelect: (day: string) => void;
}

/** A button that shows a day's result and selects the day; only the number of the day if it has no records. */
export function CalendarDay(props: CalendarDayProps) {
  const { day, result, currency, isSelected, onSelect } = props;
  const date = <span className={styles.date}>{Number(day.slice(8))}</span>;
  if (!result) return <span className={styles.day}>{date}</span>;
  return (
    <button
      type="button"
      data-day={day}
      data-tone={toneOf(result.net) ?? "even"}
      aria-pressed={isSelected}
      tabIndex={isSelected ? 0 : -1}
      className={styles.day}
      onClick={() => onSelect(day)}
    >
      <span className="visually-hidden">{describeDay(result, currency)}</span>
      <DayFigures date={date} result={result} currency={currency} />
    </button>
  );
}

interface DayFiguresProps {
  date: ReactNode;
  result: TradingDay;
  currency: string;
}

/** Hidden from screen readers: the figures are abbreviated in narrow cells, so the button's name is a full sentence. */
function DayFigures({ date, result, currency }: DayFiguresProps) {
  return (
    <span className={styles.figures} aria-hidden="true">
      <span className={styles.top}>
        {date}
        <EvidenceMark evidence={result.evidence} />
      </span>
      <span className={styles.net}>
        <span className={styles.full}>{formatResult(result.net, currency)}</span>
        <span className={styles.compact}>{formatCompactResult(result.net)}</span>
      </span>
      <span className={styles.count} data-long={result.trades > 99 ? "" : undefined}>
        <span className={styles.full}>{formatCountOf(result.trades, "trade")}</span>
        <span className={styles.compact}>{result.trades}</span>
      </span>
      <span className={styles.evidence}>{evidenceWords[result.evidence]}</span>
    </span>
  );
}

function describeDay({ day, net, trades, evidence }: TradingDay, currency: string): string {
  const words = evidenceWords[evidence].toLowerCase();
  return `${formatLongTradingDay(day)}: ${formatResult(net, currency)}, ${formatCountOf(trades, "trade")}, ${words}`;
}
