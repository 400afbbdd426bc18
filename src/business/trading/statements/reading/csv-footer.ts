import type { CsvRow } from "./csv-table.ts";
import { amountNames, type StatedTotal, type TradeAmounts } from "./statement.ts";
import type { StatementDraft } from "./statement-draft.ts";

/** How platforms name the row below the trades that adds them up. */
const TOTAL = /^(?:grand |sub)?(?:totals?|sum|summary)\b/i;

/** Whether a row adds up the others. A record has a time, whatever its symbol is called. */
export function isFooter({ cells, columns }: CsvRow): boolean {
  const first = cells.find((cell) => cell !== "");
  if (first === undefined || !TOTAL.test(first)) return false;
  const time = cells[columns.openTime] ?? "";
  return time === "" || time === first;
}

/** Reads the amounts of a file as they are printed. */
interface AmountReader {
  draft: Pick<StatementDraft, "operations">;
  printedTotals: TradeAmounts;
  printedAmount: (row: CsvRow, column: number | undefined) => bigint | null;
}

/** Compares the amounts of a row of totals with the sums of their columns. */
export function statedTotals(
  footer: CsvRow,
  { draft, printedTotals, printedAmount }: AmountReader,
): StatedTotal[] {
  const operations = draft.operations.reduce((sum, { amount }) => sum + amount, 0n);
  return amountNames.flatMap((name) => {
    const stated = printedAmount(footer, footer.columns[name]);
    if (stated === null) return [];
    const trades = printedTotals[name];
    // Deposits and withdrawals are in the column of the profit; some platforms include them.
    const withOperations = name === "profit" ? trades + operations : trades;
    const computed = stated === withOperations ? withOperations : trades;
    return [{ row: footer.row, name, stated, computed }];
  });
}
