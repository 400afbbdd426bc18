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
