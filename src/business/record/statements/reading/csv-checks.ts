import type { CsvCells } from "./csv-cells.ts";
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

/** Reports columns of costs that are not read, if neither results after costs nor balances replace them. */
export function unreadCosts(
  cells: CsvCells,
  { rows, unreadCosts: unread }: CsvTable,
): StatementFinding[] {
  const [first] = rows;
  if (!first || cells.statesBalances || first.columns.isNet || first.columns.net !== undefined)
    return [];
  return unread.flatMap(({ column, name }) => {
    const row = rows.find((each) => (cells.printedAmount(each, column) ?? 0n) !== 0n);
    const title = name.slice(0, 40);
    const message = `The column "${title}" was not read. If it has costs, the results of this file lack them.`;
    return row
      ? [{ code: "unread_column" as const, message, row: row.row, expected: null, actual: title }]
      : [];
  });
}
