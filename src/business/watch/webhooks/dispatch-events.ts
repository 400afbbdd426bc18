import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { AuditAction, Changes } from "../../../identity/audit/audit-event.rule.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import { enqueueDeliveries } from "./deliver-webhook.ts";
import { describeAction, type UncheckedFact } from "./audited-events.rule.ts";
import { webhookEvents, type WebhookFact } from "./webhook-event.schema.ts";

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
  waiting: object | null;
  conduct: (object & { type: "conduct.found" | "conduct.closed" }) | null;
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
    .select(["webhook_events.warning", "webhook_events.waiting", "webhook_events.conduct"])
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

function describeEvent(event: CapturedEvent): UncheckedFact | null | undefined {
  const { action, traderId, payoutId, changes, verdict, warning, waiting, conduct } = event;
  if (action && changes) return describeAction({ action, traderId, payoutId, changes });
  if (warning) return { type: "account.warning", data: warning };
  if (waiting) return { type: "account.waiting", data: waiting };
  if (conduct) return describeFinding(conduct);
  return verdict && { type: "verdict.changed", data: verdict };
}

const describeFinding = ({ type, ...data }: NonNullable<CapturedEvent["conduct"]>) => ({
  type,
  data,
});

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
