import type { StatementRow } from "./statement.ts";

/** Returns the text next to a label such as `Balance:`, in the same cell or in the next one that is not empty. */
export function valueOf(cells: string[], label: RegExp): string | undefined {
  for (const [index, cell] of cells.entries()) {
    const match = label.exec(cell);
    if (!match) continue;
    const inCell = cell.slice(match[0].length).trim();
    if (inCell !== "") return inCell;
    return cells.slice(index + 1).find((next) => next !== "");
  }
  return undefined;
}

/** Finds the first row that contains the label, and the text next to it. */
export function findValue(
  rows: StatementRow[],
  label: RegExp,
): { row: number; text: string } | undefined {
  for (const { row, cells } of rows) {
    const text = valueOf(cells, label);
    if (text !== undefined) return { row, text };
  }
  return undefined;
}

/** Returns a currency in capitals, or `null` if the text is something else, such as the label that follows an empty value. */
export function readCurrency(text: string | undefined): string | null {
  const currency = text?.trim().toUpperCase() ?? "";
  return /^[A-Z]{3,4}$/.test(currency) ? currency : null;
}
