import { labelOf } from "../../../src/business/watch/audit-log/audit-actions.rule.ts";
import type { AuditEvent } from "../../../src/business/watch/audit-log/audit-event.schema.ts";
import { shorten } from "../format/texts.tsx";
import type { AuditAction } from "../../../src/identity/audit/audit-event.rule.ts";
import type { IconName } from "../../components/icon/icon-paths.ts";

/** The parts of the sentence that describes an event. Names are emphasised. */
export interface EventSentence {
  actor: string | undefined;
  action: string;
  target: string | undefined;
  request: string | undefined;
}

/** Describes an event: `Back office approved a payout of Olivia Bennett, request #17`. */
export function describeEvent(event: AuditEvent): EventSentence {
  const { action, actor: kind, actorName, actorId, traderId, payoutId } = event;
  const text = labelOf(event);
  const isOwnAction = kind === "trader" && actorId === traderId;
  const target =
    isOwnAction || traderId === null ? undefined : (event.traderName ?? `#${traderId}`);
  const { preposition } = eventStyles[action];
  const actor = isRefusal(action) ? undefined : (actorName ?? genericNames[kind]);
  const verb = actor === undefined ? text : text[0]!.toLowerCase() + text.slice(1);
  return {
    actor: actor && shorten(actor),
    action: target === undefined || preposition === "" ? verb : `${verb} ${preposition}`,
    target: target && shorten(target),
    request: payoutId === null ? undefined : `request #${payoutId}`,
  };
}

const genericNames = {
  trader: "A trader",
  administrator: "An administrator",
  token: "An API token",
  visitor: "A visitor",
  system: "The system",
};

/** The colour of the icon, which only repeats what the text states. */
export type Tone = "plain" | "good" | "critical";

interface EventStyle {
  icon: IconName;
  tone: Tone;
  /** The word between the action and the trader. */
  preposition: string;
}

const style = (icon: IconName, tone: Tone = "plain", preposition = "of"): EventStyle => ({
  icon,
  tone,
  preposition,
});

export const eventStyles: Readonly<Record<AuditAction, EventStyle>> = {
  "trader.registered": style("user"),
  "trader.created": style("user", "plain", ""),
  "trader.updated": style("edit"),
  "trader.banned": style("close", "critical", ""),
  "trader.unbanned": style("circleCheck", "good", ""),
  "trader.tagged": style("edit"),
  "users.exported": style("download", "plain", ""),
  "payouts.exported": style("download", "plain", ""),
  "statements.exported": style("download", "plain", ""),
  "actions.exported": style("download", "plain", ""),
  "appeals.exported": style("download", "plain", ""),
  "export.ended": style("download", "plain", ""),
  "note.added": style("edit", "plain", "about"),
  "trader.deleted": style("trash", "critical", ""),
  "trader.data-exported": style("download", "plain", ""),
  "trader.signed-in": style("signIn"),
  "trader.sign-in-refused": style("alert", "critical", "for"),
  "session.ended": style("signIn"),
  "password.changed": style("key"),
  "password.reset-requested": style("key", "plain", "for"),
  "password.reset": style("key"),
  "email.verified": style("check", "good"),
  "second-factor.totp-added": style("key", "good"),
  "second-factor.totp-removed": style("key", "critical"),
  "second-factor.recovery-codes-made": style("key"),
  "second-factor.recovery-code-used": style("key", "critical"),
  "second-factor.removed": style("key", "critical"),
  "passkey.added": style("key", "good"),
  "passkey.renamed": style("key"),
  "passkey.removed": style("key", "critical"),
  "account.updated": style("edit"),
  "master-password.viewed": style("eye"),
  "payout.requested": style("wallet"),
  "payout.approved-first": style("check"),
  "payout.approved": style("check", "good"),
  "payout.rejected": style("close", "critical"),
  "payout.cancelled": style("close"),
  "payout.reversed": style("refresh"),
  "payment-details.viewed": style("eye"),
  "payment-details.listed": style("eye"),
  "payment.added": style("wallet", "plain", "for"),
  "payment.removed": style("close", "plain", "for"),
  "payment.paid": style("check", "good", "for"),
  "payment.reversed": style("refresh", "critical", "for"),
  "payment-run.created": style("plus"),
  "payment-run.exported": style("document"),
  "payment-run.closed": style("check"),
  "payment-account.changed": style("edit"),
  "payout-settings.changed": style("edit"),
  "brand.changed": style("edit"),
  "firm-settings.changed": style("edit"),
  "mail-settings.changed": style("edit"),
  "certificate.issued": style("document", "plain", "to"),
  "certificate.withdrawn": style("document", "critical"),
  "stage.started": style("plus", "plain", "for"),
  "stage.ended": style("check", "plain", "for"),
  "stage.reopened": style("refresh", "plain", "for"),
  "stage.rules-changed": style("edit", "plain", "for"),
  "statement.imported": style("document", "plain", "for"),
  "statement.confirmed": style("check", "good", "for"),
  "statement.withdrawn": style("trash", "critical", "for"),
  "balance.corrected": style("edit", "plain", "for"),
  "administrator.created": style("plus"),
  "administrator.changed": style("edit"),
  "administrator.key-rotated": style("key"),
  "administrator.revoked": style("trash", "critical"),
  "administrator.signed-out": style("close"),
  "administrator.signed-in": style("signIn"),
  "administrator.sign-in-refused": style("alert", "critical", "for"),
  "review.opened": style("alert", "critical", "for"),
  "review.confirmed": style("check", "plain", "for"),
  "review.dismissed": style("close", "plain", "for"),
  "action.requested": style("plus", "plain", "for"),
  "action.proposed": style("alert", "plain", "for"),
  "action.approved": style("check", "plain", "for"),
  "action.retried": style("refresh", "plain", "for"),
  "action.cancelled": style("close", "plain", "for"),
  "action.done": style("check", "good", "for"),
  "action.failed": style("alert", "critical", "for"),
  "enforcement-settings.changed": style("edit"),
  "appeal.created": style("edit", "plain", ""),
  "appeal.file-attached": style("document", "plain", ""),
  "appeal.granted": style("check", "plain", "for"),
  "appeal.denied": style("close", "plain", "for"),
  "appeal-settings.changed": style("edit"),
  "warning-settings.changed": style("edit"),
  "rebuild.started": style("refresh", "plain", ""),
  "rebuild.stopped": style("close", "plain", ""),
  "encryption-key.rotated": style("key"),
  "rules.created": style("plus"),
  "rules.version-added": style("plus"),
  "programme.created": style("plus"),
  "programme.version-added": style("plus"),
  "programme.updated": style("edit"),
  "signing-key.rotated": style("key"),
  "team-settings.changed": style("edit"),
  "view.shared": style("filter"),
  "view.changed": style("edit"),
  "view.unshared": style("filter"),
  "view.deleted": style("trash"),
  "token.created": style("key"),
  "token.revoked": style("trash", "critical"),
  "mail.sent-again": style("refresh"),
  "mail.discarded": style("trash"),
  "webhook.created": style("key"),
  "webhook.changed": style("key"),
  "webhook.secret-rotated": style("key"),
  "webhook.paused": style("trash", "critical"),
  "webhook.resumed": style("key"),
  "webhook.redelivered": style("key"),
  "webhook.tested": style("key"),
  "webhook.deleted": style("trash", "critical"),
};

const refusals: readonly AuditAction[] = [
  "trader.sign-in-refused",
  "administrator.sign-in-refused",
];

export function isRefusal(action: AuditAction): boolean {
  return refusals.includes(action);
}
