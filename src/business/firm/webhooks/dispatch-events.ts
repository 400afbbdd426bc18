import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import type {
  AuditAction,
  AuditedValue,
  Changes,
} from "../../../identity/audit/audit-event.rule.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import { enqueueDeliveries } from "./deliver-webhook.ts";
import { announcedFields, webhookEvents, type WebhookFact } from "./webhook-event.schema.ts";

type DispatchContext = Pick<Context, "clock" | "database" | "jobs" | "log">;

/** Events per transaction. */
const BATCH = 200;

/** The pause of idle processes between two polls. */
const PAUSE = SECOND;

interface CapturedEvent {
  id: string;
  at: string;
  action: AuditAction | null;
  traderId: number | null;
  payoutId: number | null;
  changes: Changes | null;
  verdict: object | null;
  warning: object | null;
}

/**
 * Dispatches captured events until it is stopped, in every process that runs jobs.
 * @returns a function that stops it, and resolves when nothing is being dispatched
 */
export function followEvents(context: DispatchContext): () => Promise<void> {
  const stopped = new AbortController();
  async function follow(): Promise<void> {
    while (!stopped.signal.aborted) {
      const dispatched = await dispatchEvents(context).catch((error: unknown) => {
        context.log.warn({ err: error }, "webhook events could not be dispatched yet");
        return 0;
      });
      if (dispatched === BATCH) continue;
      await sleep(PAUSE, undefined, { signal: stopped.signal }).catch(() => {});
    }
  }
  const following = follow();
  return async () => {
    stopped.abort();
    await following;
  };
}

/**
 * Turns captured events into deliveries with their jobs, all in one transaction: a crash leaves an event
 * either captured or completely dispatched. Several processes take different events.
 * @returns how many events were dispatched
 */
export async function dispatchEvents(context: DispatchContext): Promise<number> {
  return inTransaction(context.database, async (transaction) => {
    const events = await takeEvents(transaction);
    if (events.length === 0) return 0;
    const facts = events.map((event) => ({ ...event, fact: readFact(event, context.log) }));
    const rows = facts.map(({ id, at, fact }) => ({
      id,
      type: fact?.type ?? null,
      payload: fact && makePayload(fact, new Date(at)),
    }));
    await sql`update webhook_events as event
      set type = fact.type, payload = fact.payload, dispatched_at = ${context.clock.now().toISOString()}
      from json_to_recordset(${JSON.stringify(rows)}::json) as fact (id bigint, type text, payload text)
      where event.id = fact.id`.execute(kyselyOf(transaction));
    const ids = rows.filter(({ type }) => type !== null).map(({ id }) => id);
    await createDeliveries(context, transaction, ids);
    return events.length;
  });
}

async function takeEvents(transaction: Transaction): Promise<CapturedEvent[]> {
  return kyselyOf(transaction)
    .selectFrom("webhook_events")
    .leftJoin("audit_events", "audit_events.id", "webhook_events.audit_event_id")
    .select(["webhook_events.id", "webhook_events.at", "webhook_events.verdict"])
    .select("webhook_events.warning")
    .select(["audit_events.action", "audit_events.trader_id as traderId"])
    .select(["audit_events.payout_id as payoutId", "audit_events.changes"])
    .where("webhook_events.dispatched_at", "is", null)
    .orderBy("webhook_events.id")
    .limit(BATCH)
    .forUpdate("webhook_events")
    .skipLocked()
    .execute();
}

/** An event that does not match its schema is a bug, and must not hold up the others. */
function readFact(event: CapturedEvent, log: Logger): WebhookFact | null {
  const fact = describeEvent(event);
  if (!fact) return null;
  const { id } = event;
  const parsed = webhookEvents[fact.type].data.safeParse(fact.data);
  if (parsed.success) return { type: fact.type, data: parsed.data } as WebhookFact;
  log.error({ err: parsed.error, event: id, type: fact.type }, "a webhook event was not sent");
  return null;
}

function describeEvent(event: CapturedEvent): Untrusted | null | undefined {
  const { action, traderId, payoutId, changes, verdict, warning } = event;
  if (action && changes) return describeAction({ action, traderId, payoutId, changes });
  if (warning) return { type: "account.warning", data: warning };
  return verdict && { type: "verdict.changed", data: verdict };
}

/** Builds the body, which is stored so that every attempt sends the same bytes. */
export function makePayload({ type, data }: { type: string; data: object }, at: Date): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

/**
 * Creates one delivery for each endpoint that subscribes to the event; those of paused endpoints are held. Locks the
 * endpoints, because one that is resumed meanwhile would never enqueue what is held afterwards.
 */
async function createDeliveries(
  context: DispatchContext,
  transaction: Transaction,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: string; endpointId: number; status: string }>`
    insert into event_deliveries (endpoint_id, event_id, status, next_attempt_at)
    select endpoint.id, event.id,
      case when endpoint.paused_at is null then 'pending' else 'held' end,
      case when endpoint.paused_at is null then ${context.clock.now().toISOString()}::timestamptz end
    from webhook_events as event
    join webhook_endpoints as endpoint on event.type = any(endpoint.events)
    where event.id = any(${ids}::bigint[])
    order by event.id, endpoint.id
    for share of endpoint
    returning id, endpoint_id as "endpointId", status`.execute(kyselyOf(transaction));
  const jobs = rows
    .filter(({ status }) => status === "pending")
    .map(({ id, endpointId }) => ({ id: Number(id), endpointId, turn: 0 }));
  await enqueueDeliveries(context, transaction, jobs);
}

/** The fields of an audit log entry from which an event is built. */
export interface AuditSource {
  action: AuditAction;
  traderId: number | null;
  payoutId: number | null;
  changes: Changes;
}

/** Reads the values of one action from the audit log. They must still be validated by the schema of the event. */
interface Reader {
  userId: number | null;
  payoutId: number | null;
  changed: ReadonlySet<string>;
  /** The new value of a field. */
  to(field: string): AuditedValue | undefined;
  from(field: string): AuditedValue | undefined;
}

type Untrusted = { type: WebhookFact["type"]; data: object };

/** @returns `undefined` if the action causes no event */
type Builder = (read: Reader) => Untrusted | undefined;

function decided({ userId, payoutId, to, from }: Reader): Untrusted {
  const data = { userId, payoutId, status: to("status"), previousStatus: from("status") };
  return { type: "payout.decided", data };
}

const payment =
  (type: "payout.paid" | "payout.reversed"): Builder =>
  ({ userId, payoutId, to }) => ({
    type,
    data: {
      userId,
      payoutId,
      paymentRunId: to("runId"),
      amount: to("amount"),
      currency: to("currency"),
    },
  });

const ofAction =
  (type: "action.requested" | "action.finished"): Builder =>
  ({ userId, to }) => ({
    type,
    data: {
      userId,
      actionId: to("actionId"),
      kind: to("action"),
      amount: to("amount") ?? null,
      ...(type === "action.finished" && { status: to("status") }),
    },
  });

const ofReview = ({ userId, to }: Reader) => ({
  userId,
  stageId: to("stageId"),
  kind: to("kind"),
});

const ofAppeal = ({ userId, to }: Reader) => ({
  userId,
  appealId: to("appealId"),
  subject: { kind: to("subjectKind"), id: to("subjectId") },
});

/** Changing only the reason of a ban does not count as one. */
const banned =
  (type: "trader.banned" | "trader.unbanned"): Builder =>
  ({ userId, changed }) =>
    changed.has("banned") ? { type, data: { userId } } : undefined;

/**
 * The actions that are sent to webhooks. Triggers in the migrations capture exactly these, so a new action also
 * needs a migration.
 */
export const auditSources: Partial<Record<AuditAction, Builder>> = {
  "trader.registered": ({ userId }) => ({
    type: "trader.created",
    data: { userId, source: "registration" },
  }),
  "trader.created": ({ userId }) => ({
    type: "trader.created",
    data: { userId, source: "administrator" },
  }),
  "trader.banned": banned("trader.banned"),
  "trader.unbanned": banned("trader.unbanned"),
  "account.updated": ({ userId, changed }) => {
    const fields = announcedFields.filter((field) => changed.has(field));
    if (fields.length === 0) return undefined;
    return { type: "account.updated", data: { userId, changed: fields } };
  },
  "payout.requested": ({ userId, payoutId, to }) => ({
    type: "payout.requested",
    data: {
      userId,
      payoutId,
      amount: to("amount"),
      // Earlier releases did not record it.
      currency: to("currency") ?? "USD",
      paymentMethod: to("paymentMethod"),
    },
  }),
  "payout.approved": decided,
  "payout.rejected": decided,
  "payout.reversed": decided,
  "payout.cancelled": ({ userId, payoutId }) => ({
    type: "payout.cancelled",
    data: { userId, payoutId },
  }),
  "payment.paid": payment("payout.paid"),
  "payment.reversed": payment("payout.reversed"),
  "review.opened": (read) => ({ type: "review.opened", data: ofReview(read) }),
  "review.confirmed": (read) => ({
    type: "review.decided",
    data: { ...ofReview(read), decision: "confirm" },
  }),
  "review.dismissed": (read) => ({
    type: "review.decided",
    data: { ...ofReview(read), decision: "dismiss" },
  }),
  "action.requested": ofAction("action.requested"),
  "action.approved": ofAction("action.requested"),
  "action.retried": ofAction("action.requested"),
  "action.done": ofAction("action.finished"),
  "action.failed": ofAction("action.finished"),
  "action.cancelled": ofAction("action.finished"),
  "appeal.created": (read) => ({ type: "appeal.created", data: ofAppeal(read) }),
  "appeal.granted": (read) => ({
    type: "appeal.decided",
    data: { ...ofAppeal(read), decision: "grant" },
  }),
  "appeal.denied": (read) => ({
    type: "appeal.decided",
    data: { ...ofAppeal(read), decision: "deny" },
  }),
  "stage.started": ({ userId, to }) => ({
    type: "stage.started",
    data: { userId, stageId: to("stageId"), phase: to("phase") },
  }),
  "stage.ended": ({ userId, changed, to }) => ({
    type: "stage.ended",
    data: {
      userId,
      stageId: to("stageId"),
      ...(changed.has("outcome") && { outcome: to("outcome") }),
    },
  }),
  "certificate.issued": ({ userId, to }) => ({
    type: "certificate.issued",
    data: { userId, certificateId: to("certificateId") },
  }),
  "certificate.withdrawn": ({ userId, to }) => ({
    type: "certificate.withdrawn",
    data: { userId, certificateId: to("certificateId") },
  }),
  "statement.imported": ({ userId, to }) => ({
    type: "statement.imported",
    data: {
      userId,
      stageId: to("stageId"),
      statementId: to("statementId"),
      status: to("status"),
    },
  }),
};

/**
 * Builds the event of an audited action, whose data its schema must still validate.
 * @returns `undefined` if the action causes no event
 */
export function describeAction(source: AuditSource): Untrusted | undefined {
  const { changes } = source;
  const valuesOf = (field: string) => {
    const change = changes[field];
    return change === "changed" ? undefined : change;
  };
  return auditSources[source.action]?.({
    userId: source.traderId,
    payoutId: source.payoutId,
    changed: new Set(Object.keys(changes)),
    to: (field) => valuesOf(field)?.to,
    from: (field) => valuesOf(field)?.from,
  });
}
