import type { AuditAction } from "../../../platform/audit/audit-actions.rule.ts";
import { changesBetween } from "../../../platform/audit/changes.rule.ts";
import type { NewAuditEvent } from "../../../platform/audit/record-event.ts";
import type { LockedPayment } from "./lock-run.ts";

/** Describes one payment for the audit log, without payment details. */
export function paymentEvent(
  action: AuditAction,
  runId: number,
  { trader, payoutId, amount, currency }: LockedPayment,
  reason?: string,
): NewAuditEvent {
  return {
    action,
    ...(trader && { trader }),
    ...(payoutId !== null && { payoutId }),
    changes: changesBetween({}, { runId, amount, currency }),
    ...(reason !== undefined && { reason }),
  };
}
