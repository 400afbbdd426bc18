import type { RecordedDeal, RecordedOperation } from "../timeline/trading-record.rule.ts";
import type { StatementFormat } from "./statement-format.rule.ts";

/** One line of the file: `row` counts from 1, as users of the format count (`<tr>`, sheet row, line). */
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
}

/** A contradiction of a statement with itself or the account. Fields that do not apply are `null`. */
export interface StatementFinding {
  code: string;
  message: string;
  row: number | null;
  expected: string | null;
  actual: string | null;
}

/** One change of the balance in file order, with the balance that the file prints next to it. */
export interface BalanceStep {
  row: number;
  change: bigint;
  balance: bigint | null;
}

/** A figure that the file states about its own rows. */
export interface StatedTotal {
  row: number;
  /** What is summed, such as `commission`. */
  name: string;
  stated: bigint;
  computed: bigint;
}

/** The content of a statement, before it is compared with anything but itself. */
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
  /** Rows that look like records but cannot be read. */
  findings: StatementFinding[];
}

/** The file is not in an accepted format, or contains nothing to import. The message is shown to users. */
export class UnreadableStatementError extends Error {
  override name = "UnreadableStatementError";
}

/** The file exceeds a size limit. */
export class StatementTooLargeError extends Error {
  override name = "StatementTooLargeError";
}
