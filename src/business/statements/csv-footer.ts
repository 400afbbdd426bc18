import { isPlatformTime } from "./platform-time.rule.ts";
import type { CsvColumns } from "./csv-columns.ts";
import { amountNames, type TradeAmounts } from "./csv-costs.rule.ts";
import type { StatedTotal, StatementRow } from "./statement.ts";
import type { StatementDraft } from "./statement-draft.ts";

/** How platforms name the row below the trades that adds them up. */
const TOTAL = /^(?:grand |sub)?(?:totals?|sum|summary)\b/i;

/** Whether a row adds up the others. A record has a time. */
export function isFooter({ cells }: StatementRow, { openTime }: CsvColumns): boolean {
  const [first] = cells.filter((cell) => cell !== "");
  return first !== undefined && TOTAL.test(first) && !isPlatformTime(cells[openTime]);
}

/** Reads the amounts of a file as they are printed. */
interface AmountReader {
  draft: Pick<StatementDraft, "operations">;
  printedTotals: TradeAmounts;
  printedAmount: (row: StatementRow, column: number | undefined) => bigint | null;
}

/** Compares the amounts of a row of totals with the sums of their columns. */
export function statedTotals(
  footer: StatementRow,
  columns: CsvColumns,
  { draft, printedTotals, printedAmount }: AmountReader,
): StatedTotal[] {
  const operations = draft.operations.reduce((sum, { amount }) => sum + amount, 0n);
  return amountNames.flatMap((name) => {
    const stated = printedAmount(footer, columns[name]);
    if (stated === null) return [];
    const trades = printedTotals[name];
    // Deposits and withdrawals are in the column of the profit; some platforms include them.
    const withOperations = name === "profit" ? trades + operations : trades;
    const computed = stated === withOperations ? withOperations : trades;
    return [{ row: footer.row, name, stated, computed }];
  });
}
