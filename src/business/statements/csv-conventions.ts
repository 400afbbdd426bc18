import type { CsvColumns } from "./csv-columns.ts";
import type { DecimalSeparator } from "./platform-number.rule.ts";
import type { DateOrder } from "./platform-time.rule.ts";
import type { StatementRow } from "./statement.ts";

/** How a file writes fractions and dates. */
export interface Conventions {
  separator: DecimalSeparator;
  order: DateOrder;
}

/** A date that begins with its day or its month. */
const DAY_OR_MONTH = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})/;

/** Detects how the file writes fractions and dates from all of its rows. */
export function conventionsOf(rows: StatementRow[], columns: CsvColumns): Conventions {
  const { openTime, closeTime, volume, openPrice, closePrice, profit, commission, swap } = columns;
  const numbers = [volume, openPrice, closePrice, profit, commission, swap, columns.balance];
  // Three digits after a comma may be thousands.
  const hasDecimalComma = rows.some(({ cells }) =>
    numbers.some((column) => /\d,(?:\d{1,2}|\d{4,})\b/.test(cells[column ?? -1] ?? "")),
  );
  const dates = rows.flatMap(({ cells }) =>
    [openTime, closeTime].flatMap((column) => {
      const [, first, second, year] = DAY_OR_MONTH.exec(cells[column ?? -1] ?? "") ?? [];
      return first ? [[Number(first), Number(second), Number(year)] as const] : [];
    }),
  );
  return { separator: hasDecimalComma ? "," : ".", order: dateOrderOf(dates) };
}

function dateOrderOf(dates: (readonly [first: number, second: number, year: number])[]): DateOrder {
  if (dates.some(([first]) => first > 12)) return "day-first";
  if (dates.some(([, second]) => second > 12)) return "month-first";
  // Both orders are possible: the rows of a few days would be months apart in the wrong one.
  const dayFirst = spanOf(dates.map(([day, month, year]) => Date.UTC(year, month - 1, day)));
  const monthFirst = spanOf(dates.map(([month, day, year]) => Date.UTC(year, month - 1, day)));
  return dayFirst < monthFirst ? "day-first" : "month-first";
}

function spanOf(times: number[]): number {
  let [first, last] = [Infinity, -Infinity];
  for (const time of times) {
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  return last - first;
}
