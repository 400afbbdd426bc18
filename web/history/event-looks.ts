import type { AuditAction } from "../../src/platform/audit/audit-actions.rule.ts";
import type { IconName } from "../components/icon/icon-paths.ts";

/** Colour helps the eye to find what is grave; the words say it all the same. */
export type Tone = "plain" | "good" | "grave";

interface EventLook {
  icon: IconName;
  tone: Tone;
  /** Between what was done and whom it was done to. */
  preposition: string;
}

const look = (icon: IconName, tone: Tone = "plain", preposition = "of"): EventLook => ({
  icon,
  tone,
  preposition,
});

export const eventLooks: Readonly<Record<AuditAction, EventLook>> = {
  "trader.registered": look("user"),
  "trader.created": look("user", "plain", ""),
  "trader.updated": look("edit"),
  "trader.banned": look("close", "grave", ""),
  "trader.unbanned": look("circleCheck", "good", ""),
  "trader.deleted": look("trash", "grave", ""),
  "trader.signed-in": look("signIn"),
  "trader.sign-in-refused": look("alert", "grave", "for"),
  "session.ended": look("signIn"),
  "password.changed": look("key"),
  "password.reset-requested": look("key", "plain", "for"),
  "password.reset": look("key"),
  "account.updated": look("edit"),
  "master-password.viewed": look("eye"),
  "payout.requested": look("wallet"),
  "payout.approved": look("check", "good"),
  "payout.rejected": look("close", "grave"),
  "payout.reversed": look("refresh"),
  "certificate.issued": look("document", "plain", "to"),
  "administrator.created": look("plus"),
  "administrator.revoked": look("trash", "grave"),
  "administrator.signed-out": look("close"),
  "administrator.signed-in": look("signIn"),
  "administrator.sign-in-refused": look("alert", "grave", "for"),
  "encryption-key.rotated": look("key"),
};

const refusals: readonly AuditAction[] = [
  "trader.sign-in-refused",
  "administrator.sign-in-refused",
];

export function isRefusal(action: AuditAction): boolean {
  return refusals.includes(action);
}
