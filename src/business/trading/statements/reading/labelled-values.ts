import type { StatementRow } from "./statement.ts";

/** Whether a cell is empty or contains only blanks and marks, such as a full-width space in an unknown code page. */
export const isBlank = (cell: string) => !/[\p{L}\p{N}]/u.test(cell);

/** Whether a cell names the value next to it, as `Balance:` does in every language. */
export const isLabel = (cell: string | undefined) => cell !== undefined && /[:\uFF1A]$/.test(cell);

/**
 * Finds the first row with a cell that begins with the label, and the text behind it or else the next text in the row.
 * Only search rows into which traders cannot type, such as those of a summary.
 */
export function findValue(
  rows: StatementRow[],
  label: RegExp,
): { row: number; text: string } | undefined {
  for (const { row, cells } of rows) {
    const index = cells.findIndex((cell) => label.test(cell));
    if (index < 0) continue;
    const behind = cells[index]!.replace(label, "").trim();
    const text = behind || cells.slice(index + 1).find((cell) => cell !== "");
    if (text !== undefined) return { row, text };
  }
  return undefined;
}

/** Returns a currency in capitals, or `null` if the text is something else, such as the label that follows an empty value. */
export function readCurrency(text: string | undefined): string | null {
  const currency = text?.trim().toUpperCase() ?? "";
  return /^[A-Z]{3,4}$/.test(currency) ? currency : null;
}
