import { auditActions } from "../../../src/business/firm/audit-log/audit-actions.rule.ts";
import type { AuditEvent } from "../../../src/business/firm/audit-log/audit-event.schema.ts";
import { shorten } from "../format/shorten.ts";
import { eventStyles, isRefusal } from "./event-styles.ts";

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
  const text = auditActions[action];
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
