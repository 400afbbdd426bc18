import { auditActions, labelOf } from "../../../src/business/watch/audit-log/audit-actions.rule.ts";
import type { AuditEvent } from "../../../src/business/watch/audit-log/audit-event.schema.ts";
import { shorten } from "../format/texts.tsx";
import type { AuditAction } from "../../../src/identity/audit/audit-event.rule.ts";
import type { DeclaredAction } from "../../../src/identity/audit/declared-events.rule.ts";

/** The parts of the sentence that describes an event. Names are emphasised. */
export interface EventSentence {
  actor: string | undefined;
  /** Says that no person did it; `undefined` if one did. */
  automatic: string | undefined;
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
  const { preposition = "of" }: DeclaredAction = auditActions[action];
  const actor = isRefusal(action) ? undefined : (actorName ?? genericNames[kind]);
  const verb = actor === undefined ? text : text[0]!.toLowerCase() + text.slice(1);
  return {
    actor: actor && shorten(actor),
    automatic: kind === "system" ? "Automatic" : kind === "token" ? "API token" : undefined,
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

const refusals: readonly AuditAction[] = [
  "trader.sign-in-refused",
  "administrator.sign-in-refused",
];

export function isRefusal(action: AuditAction): boolean {
  return refusals.includes(action);
}
