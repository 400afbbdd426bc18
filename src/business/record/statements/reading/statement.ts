import type {
  RecordedDeal,
  RecordedOperation,
} from "../../../rulebook/timeline/trading-record.rule.ts";
import type { FindingCode, StatementFormat } from "../statement.rule.ts";

/** One row of the file. `row` is its number from 1: of the `<tr>` in HTML, the sheet row or the line. */
export interface StatementRow {
  row: number;
  /** Trimmed text by column; a cell that spans several columns is in the first of them. */
  cells: string[];
}

/** A deal, and the row it was read from. */
export interface StatementDeal extends RecordedDeal {
  row: number;
}

export interface StatementOperation extends RecordedOperation {
  row: number;
  /** What the platform prints beside the amount. */
  comment?: string | undefined;
}

/** A contradiction within a statement, or between it and the account. Fields that do not apply are `null`. */
export interface StatementFinding {
  code: FindingCode;
  message: string;
  row: number | null;
  expected: string | null;
  actual: string | null;
}

export const amountNames = ["profit", "commission", "swap", "fee"] as const;

/** The amounts of a trade in cents, as they are printed or as changes of the balance. */
export type TradeAmounts = Record<(typeof amountNames)[number], bigint>;

export const noAmounts: Readonly<TradeAmounts> = { profit: 0n, commission: 0n, swap: 0n, fee: 0n };

/** Adds the amounts of a trade to sums. */
export function addAmounts(sums: TradeAmounts, amounts: TradeAmounts): void {
  for (const name of amountNames) sums[name] += amounts[name];
}

/** One change of the balance in file order, with the balance that the file prints next to it. */
export interface BalanceStep {
  row: number;
  change: bigint;
  balance: bigint | null;
}

/** A total that the file states, and the sum of its rows. */
export interface StatedTotal {
  row: number;
  /** What is summed, such as `commission`. */
  name: string;
  stated: bigint;
  computed: bigint;
}

/** The content of a statement, before it is compared with the account. */
export interface ParsedStatement {
  format: StatementFormat;
  login: string | null;
  accountName: string | null;
  currency: string | null;
  deals: StatementDeal[];
  operations: StatementOperation[];
  closedTrades: number;
  openTrades: number;
  cancelledOrders: number;
  steps: BalanceStep[];
  totals: StatedTotal[];
  openingBalance: bigint | null;
  closingBalance: { row: number; amount: bigint } | null;
  /** Whether the file ends before its summary. */
  isTruncated: boolean;
  /** Whether the format prints balances, so that a file without a readable one cannot be followed. */
  statesBalances: boolean;
  /** Rows that look like records but cannot be read. */
  findings: StatementFinding[];
  /** What was guessed or looks odd, but does not contradict the file. */
  notes: StatementFinding[];
  /** The balance operations with a financing comment, and their sum. */
  financing?: { count: number; amount: bigint };
  /** The zone of the times, if the file states it. */
  statedZone?: string | undefined;
}

/** How a file is to be read, and what is known beside it. */
export interface StatementReading {
  /** The IANA zone of times without an offset. */
  timeZone: string;
  /** Whether the zone was chosen for this file; it is a default otherwise. */
  isZoneChosen: boolean;
  /** Whether balance operations with a financing comment are costs. */
  isFinancingCost: boolean;
  /** The current time, in milliseconds since 1970 UTC. */
  now: number;
  /** The stage that the statement is imported for; `null` if the account has none. */
  stage: { startedAt: number; endedAt: number | null } | null;
}

/** The file does not have a supported format, or contains nothing to import. The message is shown to users. */
export class UnreadableStatementError extends Error {
  override name = "UnreadableStatementError";
}

/** The file exceeds a size limit. */
export class StatementTooLargeError extends Error {
  override name = "StatementTooLargeError";
}

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
