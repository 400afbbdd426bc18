import { type InferEntity, LockMode } from "@mikro-orm/core";
import type { Context } from "../../../platform/context.ts";
import { type Database, inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import { type SendOptions, sendWebhook, type WebhookResponse } from "./send-webhook.ts";
import { decryptWebhookSecret, signWebhook } from "./sign-webhook.ts";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { type AuditActor, recordEvent } from "../../../identity/audit/record-event.ts";
import { sendMail } from "../../office/mails/send-notice.ts";
import { EventDelivery, WebhookAttempt, WebhookEndpoint } from "./webhook.entity.ts";
import { canSend, judgeAttempt } from "./webhook.rule.ts";
import { TEST_EVENT } from "./webhook-event.schema.ts";

type Endpoint = InferEntity<typeof WebhookEndpoint>;
type Delivery = InferEntity<typeof EventDelivery>;

type DeliveryContext = Pick<
  Context,
  "cipher" | "clock" | "config" | "database" | "jobs" | "letterhead" | "log" | "outbox"
>;

/**
 * Processes delivery jobs in this process. The jobs per endpoint are limited, so that a slow one does not block the
 * others.
 */
export async function workOnWebhooks(context: DeliveryContext): Promise<void> {
  await context.jobs.work("webhook", (data) => deliverWebhook(context, data as DeliveryJob), {
    total: 6,
    perGroup: 2,
    pollingSeconds: 2,
  });
}

/**
 * Makes one attempt and stores its outcome. A job that was interrupted is repeated, so an endpoint may receive an
 * event more than once, always with the same `webhook-id`.
 */
export async function deliverWebhook(
  context: DeliveryContext,
  job: DeliveryJob,
  options: Omit<SendOptions, "targets"> = {},
): Promise<void> {
  const delivery = await findDelivery(context.database, job);
  if (!delivery) return;
  const mustBeHeld = !canSend(delivery, { type: delivery.type, isOnRequest: job.isOnRequest });
  if (mustBeHeld && (await holdDelivery(context, job))) return;
  const at = context.clock.now();
  const message = { id: delivery.messageId, body: delivery.payload };
  const headers = signWebhook(message, secretsOf(context, delivery, at), at);
  const response = await sendWebhook(
    delivery.url,
    { headers, body: delivery.payload },
    { ...options, targets: context.config.webhookTargets },
  );
  await inTransaction(context.database, (transaction) =>
    recordAttempt(context, transaction, job, { response, at }),
  );
}

/** Returns `undefined` if another job has taken the turn, or the endpoint was deleted. */
async function findDelivery({ kysely }: Database, { deliveryId, turn }: DeliveryJob) {
  const delivery = await kysely
    .selectFrom("event_deliveries as delivery")
    .innerJoin("webhook_events as event", "event.id", "delivery.event_id")
    .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
    .select(["event.message_id as messageId", "event.type", "event.payload"])
    .select(["endpoint.id as endpointId", "endpoint.url", "endpoint.paused_at as pausedAt"])
    .select(["endpoint.secret", "endpoint.previous_secret as previousSecret"])
    .select("endpoint.previous_secret_until as previousSecretUntil")
    .where("delivery.id", "=", String(deliveryId))
    .where("delivery.turn", "=", turn)
    .where("delivery.status", "=", "pending")
    .executeTakeFirst();
  const payload = delivery?.payload ?? null;
  return delivery && payload !== null ? { ...delivery, payload } : undefined;
}

function secretsOf(
  { cipher }: DeliveryContext,
  delivery: NonNullable<Awaited<ReturnType<typeof findDelivery>>>,
  at: Date,
): string[] {
  const { endpointId, secret, previousSecret, previousSecretUntil } = delivery;
  const isPreviousValid = previousSecretUntil !== null && new Date(previousSecretUntil) > at;
  const sealed = isPreviousValid && previousSecret !== null ? [secret, previousSecret] : [secret];
  return sealed.map((each) => decryptWebhookSecret(cipher, endpointId, each));
}

/**
 * Holds a delivery until its endpoint is resumed. Returns `false` if it was resumed meanwhile, because resuming only
 * enqueues the deliveries that are held by then.
 */
function holdDelivery({ database }: DeliveryContext, job: DeliveryJob): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const locked = await lockDelivery(transaction, job);
    if (!locked) return true;
    const { endpoint, delivery } = locked;
    if (endpoint.pausedAt === null) return false;
    delivery.status = "held";
    delivery.nextAttemptAt = null;
    return true;
  });
}

/** Locks endpoint and delivery in this order, as all writers do. Returns `undefined` if the turn has passed. */
async function lockDelivery(transaction: Transaction, { deliveryId, turn }: DeliveryJob) {
  const id = String(deliveryId);
  const row = await kyselyOf(transaction)
    .selectFrom("event_deliveries as delivery")
    .innerJoin("webhook_events as event", "event.id", "delivery.event_id")
    .select(["delivery.endpoint_id as endpointId", "event.type"])
    .where("delivery.id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  const endpoint = await transaction.findOne(WebhookEndpoint, { id: row.endpointId }, lock);
  const delivery = await transaction.findOne(EventDelivery, { id }, lock);
  if (!endpoint || delivery?.turn !== turn || delivery.status !== "pending") return undefined;
  return { endpoint, delivery, isTest: row.type === TEST_EVENT };
}

interface Attempt {
  response: WebhookResponse;
  at: Date;
}

/** Stores an attempt with its outcome, and enqueues the next one or pauses the endpoint. */
async function recordAttempt(
  context: DeliveryContext,
  transaction: Transaction,
  job: DeliveryJob,
  { response, at }: Attempt,
): Promise<void> {
  const locked = await lockDelivery(transaction, job);
  if (!locked) return;
  const { endpoint, delivery, isTest } = locked;
  const isPaused = endpoint.pausedAt !== null;
  const attempts = delivery.attempts + 1;
  const outcome = judgeAttempt({
    status: response.status,
    at,
    attempts,
    isTest,
    isPaused,
    failingSince: endpoint.failingSince ?? null,
  });
  const { status, delay, failingSince, pauseReason } = outcome;
  logAttempt(transaction, delivery, { response, at });
  const nextAttemptAt = delay === undefined ? null : new Date(at.getTime() + delay * SECOND);
  const turn = job.turn + 1;
  const last = { lastAttemptAt: at, lastOutcome: response.error ?? String(response.status) };
  transaction.assign(endpoint, { ...last, failingSince });
  transaction.assign(delivery, {
    ...last,
    lastDuration: response.duration,
    status,
    attempts,
    turn,
    nextAttemptAt,
  });
  if (delay !== undefined) {
    await enqueueDeliveries(context, transaction, [
      { id: job.deliveryId, endpointId: endpoint.id, turn, delay },
    ]);
  }
  if (pauseReason && !isPaused) await pauseFailed(context, transaction, endpoint, pauseReason);
}

function logAttempt(transaction: Transaction, delivery: Delivery, { response, at }: Attempt): void {
  const { status, error, body, duration, sent, headers } = response;
  transaction.create(WebhookAttempt, {
    delivery,
    at,
    duration,
    status,
    error,
    body,
    requestHeaders: sent,
    responseHeaders: headers,
  });
}

/** The app itself, in the audit log. */
const webhooks: AuditActor = { kind: "system", name: "Webhooks" };

const reasons = {
  failures: "All attempts over three days have failed.",
  gone: "It responded with 410 Gone, which means that it no longer accepts events.",
};

/**
 * Pauses a locked endpoint, and mails its contact. Its events are held from now on: their jobs find it paused.
 */
async function pauseFailed(
  context: Pick<Context, "clock" | "config" | "outbox" | "letterhead">,
  transaction: Transaction,
  endpoint: Endpoint,
  reason: "failures" | "gone",
): Promise<void> {
  const { clock } = context;
  const { id, url, contact } = endpoint;
  transaction.assign(endpoint, { pausedAt: clock.now(), pauseReason: reason });
  if (contact) {
    await sendMail(context, transaction, contact, {
      kind: "webhook-paused",
      url,
      reason: reasons[reason],
    });
  }
  await recordEvent({ clock }, transaction, webhooks, {
    action: "webhook.paused",
    changes: changesBetween({}, { webhookId: id, url }),
    reason: reasons[reason],
  });
}

/** One attempt of one delivery. */
export interface DeliveryJob {
  deliveryId: number;
  /** The turn of the delivery when the job was enqueued. It changes if the delivery is enqueued again. */
  turn: number;
  /** Sends even if the endpoint is paused. */
  isOnRequest?: true;
}

/** Enqueues the next attempts of deliveries in `transaction`. */
export async function enqueueDeliveries(
  { jobs }: Pick<Context, "jobs">,
  transaction: Transaction,
  deliveries: {
    id: number;
    endpointId: number;
    turn: number;
    /** Seconds. */
    delay?: number;
    isOnRequest?: true;
  }[],
): Promise<void> {
  await jobs.enqueueAll(
    transaction,
    "webhook",
    deliveries.map(({ id, endpointId, turn, delay, isOnRequest }) => ({
      data: { deliveryId: id, turn, ...(isOnRequest && { isOnRequest }) } satisfies DeliveryJob,
      ...(delay !== undefined && { delay }),
      group: String(endpointId),
    })),
  );
}
