import type { CsvCells } from "./csv-cells.ts";
import type { CsvColumns } from "./csv-columns.ts";
import { followsFromPrices, type FoundReading, type PrintedAmounts } from "./csv-costs.rule.ts";
import type { CsvRow, CsvTable } from "./csv-table.ts";
import { type StatementFinding, UnreadableStatementError } from "./statement.ts";

/** A ticket that a spreadsheet has rounded: `1.23457E+11`. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+?\d+$/i;

/** @throws UnreadableStatementError if a spreadsheet has rounded a ticket */
export function requireExactTickets(rows: CsvRow[]): void {
  for (const { row, cells, columns } of rows) {
    const { ticket, fills } = columns;
    for (const column of [ticket, fills?.opening, fills?.closing]) {
      const text = cells[column ?? -1] ?? "";
      if (ROUNDED.test(text)) {
        throw new UnreadableStatementError(
          `A spreadsheet has rounded the tickets of this file: row ${row} has ${text.slice(0, 40)}. Export the file again, and import it without opening and saving it in a spreadsheet.`,
        );
      }
    }
  }
}

/**
 * Rows without a closing time are open trades, so the results of a list of deals would be lost.
 * @throws UnreadableStatementError if the file is one
 */
export function requireClosings(cells: CsvCells, rows: CsvRow[]): void {
  if (rows.some(({ columns }) => columns.closeTime !== undefined)) return;
  const deal = rows.find((row) => {
    if (cells.sideOf(row) === undefined) return false;
    return cells.hasDirection(row) || cells.hasResult(row);
  });
  if (!deal) return;
  throw new UnreadableStatementError(
    `The file has no column for the close time, so the results of its trades cannot be read: row ${deal.row} looks like a single deal. Upload the HTML or XLSX report of the platform, or a CSV file with a row for each trade.`,
  );
}

/** Reports columns of costs that are not read, unless figures after costs show that nothing is missing. */
export function unreadCosts(
  cells: CsvCells,
  { rows, unreadCosts: unread }: CsvTable,
  { areIncluded, isShown }: FoundReading,
): StatementFinding[] {
  const [first] = rows;
  if (!first || cells.statesBalances || first.columns.net !== undefined) return [];
  if (areIncluded && isShown) return [];
  return unread.flatMap(({ column, name }) => {
    const row = rows.find((each) => (cells.printedAmount(each, column) ?? 0n) !== 0n);
    const title = name.slice(0, 40);
    const message = `The column "${title}" was not read. If it has costs, the results of this file lack them.`;
    return row
      ? [{ code: "unread_column" as const, message, row: row.row, expected: null, actual: title }]
      : [];
  });
}

/**
 * Whether a file has results before costs and nothing about the costs. If the header says that they are after costs, only
 * prices contradict it.
 * @param printed the closed trades
 */
export function lacksCosts(columns: CsvColumns, printed: PrintedAmounts[]): boolean {
  const { commission, swap, fee, feeParts, net, isNet } = columns;
  const ofCosts = [commission, swap, fee, net, ...feeParts].filter((at) => at !== undefined);
  if (ofCosts.length > 0 || printed.some(({ change }) => change !== null)) return false;
  const before = printed.filter((row) => followsFromPrices(row, row.profit)).length;
  return !isNet || before * 2 > printed.length;
}

export const noCosts: StatementFinding = {
  code: "no_costs",
  message:
    "The file has no commissions, swaps or fees, so its results are before these costs: the true results are lower.",
  row: null,
  expected: null,
  actual: null,
};
