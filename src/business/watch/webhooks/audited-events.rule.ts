import type { AuditAction, Changes } from "../../../identity/audit/audit-event.rule.ts";
import type { ActionReader, DeclaredEvent } from "../../../identity/audit/declared-events.rule.ts";
import { type WebhookEventType, webhookEvents, webhookEventTypes } from "./webhook-event.schema.ts";

/** The fields of an audit log entry from which an event is built. */
interface AuditSource {
  action: AuditAction;
  traderId: number | null;
  payoutId: number | null;
  changes: Changes;
}

/** An event whose data has not been checked by its schema yet. */
export type UncheckedFact = { type: WebhookEventType; data: object };

interface SentAction {
  type: WebhookEventType;
  read: (reader: ActionReader) => object | undefined;
}

/** The actions that are sent to webhooks. */
export const sentActions: ReadonlyMap<string, SentAction> = new Map(
  webhookEventTypes.flatMap((type) => {
    const { sentFor = {} }: DeclaredEvent = webhookEvents[type];
    return Object.entries(sentFor).map(([action, read]) => [action, { type, read }] as const);
  }),
);

/**
 * Builds the event of an audited action, whose data its schema must still validate.
 * @returns `undefined` if the action causes no event
 */
export function describeAction(source: AuditSource): UncheckedFact | undefined {
  const { changes } = source;
  const valuesOf = (field: string) => {
    const change = changes[field];
    return change === "changed" ? undefined : change;
  };
  const sent = sentActions.get(source.action);
  const data = sent?.read({
    userId: source.traderId,
    payoutId: source.payoutId,
    changed: new Set(Object.keys(changes)),
    to: (field) => valuesOf(field)?.to,
    from: (field) => valuesOf(field)?.from,
  });
  return sent && data && { type: sent.type, data };
}
