import type { RecordedDeal, RecordedOperation } from "../timeline/trading-record.rule.ts";
import type { StatementFormat } from "./statement-format.rule.ts";

/** One line of the file: `row` counts from 1, as the format's users count (`<tr>`, sheet row, line). */
export interface StatementRow {
  row: number;
  /** Texts by column, trimmed; a cell that spans columns stands in its first one. */
  cells: string[];
}

/** A deal, and the row it was read from. */
export interface StatementDeal extends RecordedDeal {
  row: number;
}

export interface StatementOperation extends RecordedOperation {
  row: number;
}

/** What a statement says that contradicts itself or the account. `null` if it has none. */
export interface StatementFinding {
  code: string;
  message: string;
  row: number | null;
  expected: string | null;
  actual: string | null;
}

/** One change of the balance in file order, with the balance that the file prints beside it. */
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
  /** The file ends before its summary. */
  isTruncated: boolean;
  /** Rows that look like records but cannot be read. */
  findings: StatementFinding[];
}

/** The file is not in an accepted format, or contains nothing to import. The message is for people. */
export class UnreadableStatementError extends Error {
  override name = "UnreadableStatementError";
}

/** The file exceeds a limit of size. */
export class StatementTooLargeError extends Error {
  override name = "StatementTooLargeError";
}
