import type { Context } from "../../../platform/context.ts";
import { type Database, inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import { decryptWebhookSecret } from "../../../platform/vault/sealed-texts.ts";
import { PAUSE_AFTER, retryDelay } from "../../../platform/webhooks/retry-delays.rule.ts";
import {
  type SendOptions,
  sendWebhook,
  type WebhookResponse,
} from "../../../platform/webhooks/send-webhook.ts";
import { signWebhook } from "../../../platform/webhooks/sign-webhook.ts";
import { type DeliveryJob, enqueueDeliveries } from "./delivery-jobs.ts";
import { TEST_EVENT } from "./webhook-event.schema.ts";
import { changesBetween } from "../../../platform/audit/changes.rule.ts";
import { type AuditActor, recordEvent } from "../../../platform/audit/record-event.ts";
import { sendMail } from "../../../platform/mail/send-mail.ts";

type DeliveryContext = Pick<
  Context,
  "cipher" | "clock" | "config" | "database" | "jobs" | "log" | "outbox"
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
  const found = await findDelivery(context.database, job);
  if (!found) return;
  const canBeHeld = found.pausedAt !== null && !job.isOnRequest && found.type !== TEST_EVENT;
  if (canBeHeld && (await holdDelivery(context, job))) return;
  const at = context.clock.now();
  const message = { id: found.messageId, body: found.payload };
  const headers = signWebhook(message, secretsOf(context, found, at), at);
  const answer = await sendWebhook(
    found.url,
    { headers, body: found.payload },
    { ...options, targets: context.config.webhookTargets },
  );
  await inTransaction(context.database, (em) => recordAttempt(context, em, job, { answer, at }));
}

/** Returns `undefined` if another job has taken the turn, or the endpoint was deleted. */
async function findDelivery({ kysely }: Database, { deliveryId, turn }: DeliveryJob) {
  const found = await kysely
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
  const payload = found?.payload ?? null;
  return found && payload !== null ? { ...found, payload } : undefined;
}

function secretsOf(
  { cipher }: DeliveryContext,
  found: NonNullable<Awaited<ReturnType<typeof findDelivery>>>,
  at: Date,
): string[] {
  const { endpointId, secret, previousSecret, previousSecretUntil } = found;
  const isPreviousValid = previousSecretUntil !== null && new Date(previousSecretUntil) > at;
  const sealed = isPreviousValid && previousSecret !== null ? [secret, previousSecret] : [secret];
  return sealed.map((each) => decryptWebhookSecret(cipher, endpointId, each));
}

/**
 * Holds a delivery until its endpoint is resumed. Returns `false` if it was resumed meanwhile, because resuming only
 * enqueues the deliveries that are held by then.
 */
function holdDelivery({ database }: DeliveryContext, job: DeliveryJob): Promise<boolean> {
  return inTransaction(database, async (em) => {
    const locked = await lockDelivery(em, job);
    if (!locked) return true;
    if (locked.endpoint.pausedAt === null) return false;
    await kyselyOf(em)
      .updateTable("event_deliveries")
      .set({ status: "held", next_attempt_at: null })
      .where("id", "=", String(job.deliveryId))
      .execute();
    return true;
  });
}

/** Locks endpoint and delivery in this order, as all writers do. Returns `undefined` if the turn has passed. */
async function lockDelivery(em: Em, { deliveryId, turn }: DeliveryJob) {
  const kysely = kyselyOf(em);
  const delivery = await kysely
    .selectFrom("event_deliveries")
    .select("endpoint_id")
    .where("id", "=", String(deliveryId))
    .executeTakeFirst();
  if (!delivery) return undefined;
  const endpoint = await kysely
    .selectFrom("webhook_endpoints")
    .select(["id", "url", "contact", "description"])
    .select(["paused_at as pausedAt", "failing_since as failingSince"])
    .where("id", "=", delivery.endpoint_id)
    .forUpdate()
    .executeTakeFirst();
  const locked = await kysely
    .selectFrom("event_deliveries as delivery")
    .innerJoin("webhook_events as event", "event.id", "delivery.event_id")
    .select(["delivery.attempts", "delivery.turn", "delivery.status", "event.type"])
    .where("delivery.id", "=", String(deliveryId))
    .forUpdate("delivery")
    .executeTakeFirst();
  if (!endpoint || locked?.turn !== turn || locked.status !== "pending") return undefined;
  return { endpoint, attempts: locked.attempts, isTest: locked.type === TEST_EVENT };
}

interface Attempt {
  answer: WebhookResponse;
  at: Date;
}

const isSuccess = ({ status }: WebhookResponse) => status !== null && status >= 200 && status < 300;

/** Returns the HTTP status or, if there was no response, the reason. */
const outcomeOf = ({ status, error }: WebhookResponse) => error ?? String(status);

async function recordAttempt(
  context: DeliveryContext,
  em: Em,
  job: DeliveryJob,
  { answer, at }: Attempt,
): Promise<void> {
  const found = await lockDelivery(em, job);
  if (!found) return;
  const { endpoint, isTest } = found;
  const attempts = found.attempts + 1;
  const attempted = { last_attempt_at: at.toISOString(), last_outcome: outcomeOf(answer) };
  const { status, error, body, duration, sent, headers } = answer;
  const kysely = kyselyOf(em);
  await kysely
    .insertInto("webhook_attempts")
    .values({
      delivery_id: String(job.deliveryId),
      at: at.toISOString(),
      duration,
      status,
      error,
      body,
      request_headers: JSON.stringify(sent),
      response_headers: headers && JSON.stringify(headers),
    })
    .execute();
  const hasSucceeded = isSuccess(answer);
  const failingSince = hasSucceeded ? null : (endpoint.failingSince ?? at.toISOString());
  await kysely
    .updateTable("webhook_endpoints")
    .set({ ...attempted, ...(!isTest && { failing_since: failingSince }) })
    .where("id", "=", endpoint.id)
    .execute();
  const reason = isTest ? undefined : pauseReasonOf(answer, failingSince, at);
  const isPaused = endpoint.pausedAt !== null || reason !== undefined;
  const delay = hasSucceeded || isTest ? undefined : retryDelay(attempts);
  const next =
    delay === undefined
      ? { status: hasSucceeded ? ("delivered" as const) : ("failed" as const) }
      : { status: isPaused ? ("held" as const) : ("pending" as const) };
  const willRetry = next.status === "pending" && delay !== undefined;
  const nextAt = willRetry ? new Date(at.getTime() + delay * SECOND).toISOString() : null;
  await kysely
    .updateTable("event_deliveries")
    .set({ ...attempted, ...next, last_duration: duration, next_attempt_at: nextAt })
    .set({ attempts, turn: job.turn + 1 })
    .where("id", "=", String(job.deliveryId))
    .execute();
  if (willRetry) {
    const retry = { id: job.deliveryId, endpointId: endpoint.id, turn: job.turn + 1, delay };
    await enqueueDeliveries(context, em, [retry]);
  }
  if (reason && endpoint.pausedAt === null) await pauseFailed(context, em, endpoint, reason);
}

function pauseReasonOf(
  answer: WebhookResponse,
  failingSince: string | null,
  at: Date,
): "failures" | "gone" | undefined {
  if (answer.status === 410) return "gone";
  if (failingSince === null) return undefined;
  const failing = at.getTime() - new Date(failingSince).getTime();
  return failing >= PAUSE_AFTER ? "failures" : undefined;
}

/** The app itself, in the audit log. */
const webhooks: AuditActor = { kind: "system", name: "Webhooks" };

const reasons = {
  failures: "All attempts over three days have failed.",
  gone: "It responded with 410 Gone, which means that it no longer accepts events.",
};

interface FailedEndpoint {
  id: number;
  url: string;
  contact: string | null;
}

/**
 * Pauses a locked endpoint in the transaction of `em`, and mails its contact. Its events are held from now
 * on: their jobs find it paused.
 */
export async function pauseFailed(
  context: Pick<Context, "clock" | "config" | "outbox">,
  em: Em,
  { id, url, contact }: FailedEndpoint,
  reason: "failures" | "gone",
): Promise<void> {
  const { clock } = context;
  await kyselyOf(em)
    .updateTable("webhook_endpoints")
    .set({ paused_at: clock.now().toISOString(), pause_reason: reason })
    .where("id", "=", id)
    .execute();
  if (contact !== null) {
    await sendMail(context, em, contact, { kind: "webhook-paused", url, reason: reasons[reason] });
  }
  await recordEvent({ clock }, em, webhooks, {
    action: "webhook.paused",
    changes: changesBetween({}, { webhookId: id, url }),
    reason: reasons[reason],
  });
}
