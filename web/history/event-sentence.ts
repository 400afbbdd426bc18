import { auditActions } from "../../src/platform/audit/audit-actions.rule.ts";
import type { AuditEvent } from "../../src/platform/audit/audit-event.schema.ts";
import { shorten } from "../format/shorten.ts";
import { eventLooks, isRefusal } from "./event-looks.ts";

/** The parts of a sentence that tells an event: names stand out, the rest leads from one to the other. */
export interface EventSentence {
  who: string | undefined;
  what: string;
  whom: string | undefined;
  request: string | undefined;
}

/** `Back office approved a payout of Olivia Bennett, request #17` */
export function describeEvent(event: AuditEvent): EventSentence {
  const { action, actor, actorName, actorId, traderId, payoutId } = event;
  const words = auditActions[action];
  const isHimself = actor === "trader" && actorId === traderId;
  const whom = isHimself || traderId === null ? undefined : (event.traderName ?? `#${traderId}`);
  const { preposition } = eventLooks[action];
  const who = isRefusal(action) ? undefined : (actorName ?? nameless[actor]);
  const verb = who === undefined ? words : words[0]!.toLowerCase() + words.slice(1);
  return {
    who: who && shorten(who),
    what: whom === undefined || preposition === "" ? verb : `${verb} ${preposition}`,
    whom: whom && shorten(whom),
    request: payoutId === null ? undefined : `request #${payoutId}`,
  };
}

const nameless = {
  trader: "A trader",
  administrator: "An administrator",
  visitor: "A visitor",
  system: "The system",
};
