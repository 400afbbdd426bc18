import type { RecordedDeal, RecordedOperation } from "../timeline/trading-record.rule.ts";
import type { StatementFormat } from "./statement-format.rule.ts";

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
}

/** A contradiction within a statement, or between it and the account. Fields that do not apply are `null`. */
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
  /** Rows that look like records but cannot be read. */
  findings: StatementFinding[];
}

/** The file does not have a supported format, or contains nothing to import. The message is shown to users. */
export class UnreadableStatementError extends Error {
  override name = "UnreadableStatementError";
}

/** The file exceeds a size limit. */
export class StatementTooLargeError extends Error {
  override name = "StatementTooLargeError";
}
