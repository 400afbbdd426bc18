import type { ReconciliationStatus } from "./reading/reconcile.rule.ts";

export type StatementStatus = ReconciliationStatus | "held" | "withdrawn";

interface StatusSource {
  needsConfirmation: boolean;
  withdrawnAt: Date | null;
  reconciliation: { status: ReconciliationStatus };
}

/** Returns the most important status: whether the records count takes precedence over how well they agree. */
export function statusOf({
  needsConfirmation,
  withdrawnAt,
  reconciliation,
}: StatusSource): StatementStatus {
  if (withdrawnAt) return "withdrawn";
  return needsConfirmation ? "held" : reconciliation.status;
}

/** The formats of statement files, which are detected from their content, never from their names. */
export const statementFormats = ["mt4-html", "mt5-html", "mt5-xlsx", "csv"] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** Ends every message about a file that cannot be imported. */
export const acceptedFormats =
  "Accepted files are MetaTrader 4 statements (HTML), MetaTrader 5 reports (HTML or XLSX) and CSV files with a header.";

/** The maximum size of a statement's file. */
export const MAX_STATEMENT_BYTES = 50 * 1024 * 1024;
