import { type InferEntity, LockMode } from "@mikro-orm/core";
import { sql } from "kysely";
import type { z } from "zod";
import type { Config } from "../../../platform/config/config.ts";
import { invalidField, notFound } from "../../../platform/errors.ts";
import { isHostAllowed } from "./send-webhook.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changesBetween, hasChanges } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { encryptWebhookSecret, generateWebhookSecret } from "./sign-webhook.ts";
import { fromNow } from "../../../platform/time/clock.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import { WebhookEndpoint } from "./webhook.entity.ts";
import type {
  createWebhookInput,
  updateWebhookInput,
  Webhook,
  WebhookWithSecret,
} from "./webhook.schema.ts";
import { enqueueDeliveries } from "./deliver-webhook.ts";
import { getWebhook } from "./webhooks.queries.ts";

/**
 * Rejects URLs that no attempt would be allowed to reach. Host names are resolved only by each attempt, because
 * their addresses change.
 * @throws RefusalError if the URL is not HTTPS, or is an address of the internal network
 */
function requireTarget({ webhookTargets }: Pick<Config, "webhookTargets">, url: string) {
  if (webhookTargets === "any") return;
  if (new URL(url).protocol !== "https:") {
    throw invalidField("url", "Webhooks are only sent over HTTPS");
  }
  if (!isHostAllowed(url)) {
    throw invalidField("url", "The address is not on the public internet");
  }
}

type Endpoint = InferEntity<typeof WebhookEndpoint>;

/**
 * Locks a webhook, before any of its deliveries.
 * @throws RefusalError if it does not exist
 */
export async function lockWebhook(transaction: Transaction, id: number): Promise<Endpoint> {
  const webhook = await transaction.findOne(
    WebhookEndpoint,
    { id },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!webhook) throw notFound("Webhook");
  return webhook;
}

/** Describes a webhook for the audit log, without its secret. */
function describeWebhook({ id, url, description, events, contact }: Endpoint | Webhook) {
  return {
    webhookId: id,
    url,
    description: description ?? null,
    events: events.join(", "),
    contact: contact ?? null,
  };
}

/**
 * Creates a webhook. Its secret is stored encrypted, and cannot be read again.
 * @throws RefusalError if the URL is not allowed
 */
export async function createWebhook(
  context: Context,
  actor: StaffActor,
  { url, events, description = null, contact = null }: z.output<typeof createWebhookInput>,
): Promise<WebhookWithSecret> {
  requireTarget(context.config, url);
  const secret = generateWebhookSecret();
  return inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    // The id is needed to encrypt the secret.
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('webhook_endpoints', 'id'))::int as id`.execute(kysely);
    const { id } = rows[0]!;
    await kysely
      .insertInto("webhook_endpoints")
      .values({
        id,
        url,
        events,
        description,
        contact,
        secret: encryptWebhookSecret(context.cipher, id, secret),
        created_at: context.clock.now().toISOString(),
        created_by: actor.label,
      })
      .execute();
    const created = await getWebhook(kysely, id);
    await recordEvent(context, transaction, actor, {
      action: "webhook.created",
      changes: changesBetween({}, describeWebhook(created)),
    });
    return { ...created, secret };
  });
}

/**
 * Changes a webhook, pauses it, or resumes it and sends the held deliveries. Omitted fields keep their values.
 * @throws RefusalError if it does not exist, or if the URL is not allowed
 */
export async function updateWebhook(
  context: Context,
  actor: StaffActor,
  { id, paused, ...fields }: z.output<typeof updateWebhookInput>,
): Promise<Webhook> {
  if (fields.url !== undefined) requireTarget(context.config, fields.url);
  return inTransaction(context.database, async (transaction) => {
    const webhook = await lockWebhook(transaction, id);
    const before = describeWebhook(webhook);
    const wasPaused = webhook.pausedAt !== null;
    transaction.assign(webhook, withoutUndefined(fields));
    if (paused === true && !wasPaused) {
      transaction.assign(webhook, { pausedAt: context.clock.now(), pauseReason: "administrator" });
    }
    if (paused === false && wasPaused) await resume(context, transaction, webhook);
    await transaction.flush();
    const { url } = webhook;
    const changes = changesBetween(before, describeWebhook(webhook));
    const about = { webhookId: { from: id, to: id }, url: { from: before.url, to: url } };
    if (hasChanges(changes)) {
      const event = { action: "webhook.changed" as const, changes: { ...about, ...changes } };
      await recordEvent(context, transaction, actor, event);
    }
    if (paused !== undefined && paused !== wasPaused) {
      const action = paused ? "webhook.paused" : "webhook.resumed";
      await recordEvent(context, transaction, actor, { action, changes: about });
    }
    return getWebhook(kyselyOf(transaction), id);
  });
}

function withoutUndefined<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}

/** Held deliveries start over, because the pause may have been longer than the period of all their attempts. */
async function resume(
  context: Context,
  transaction: Transaction,
  webhook: Endpoint,
): Promise<void> {
  transaction.assign(webhook, { pausedAt: null, pauseReason: null, failingSince: null });
  const { rows } = await sql<{ id: string; turn: number }>`
    update event_deliveries set status = 'pending', turn = turn + 1, attempts = 0,
      next_attempt_at = ${context.clock.now().toISOString()}
    where endpoint_id = ${webhook.id} and status = 'held' returning id, turn`.execute(
    kyselyOf(transaction),
  );
  const held = rows
    .map(({ id, turn }) => ({ id: Number(id), turn, endpointId: webhook.id }))
    .toSorted((a, b) => a.id - b.id);
  await enqueueDeliveries(context, transaction, held);
}

/**
 * Replaces the secret. For a day, events are signed with both, so the receiver can be updated in the meantime.
 * @throws RefusalError if the webhook does not exist
 */
export async function rotateWebhookSecret(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<WebhookWithSecret> {
  const secret = generateWebhookSecret();
  return inTransaction(context.database, async (transaction) => {
    const webhook = await lockWebhook(transaction, id);
    transaction.assign(webhook, {
      secret: encryptWebhookSecret(context.cipher, id, secret),
      previousSecret: webhook.secret,
      previousSecretUntil: fromNow(context.clock, DAY),
    });
    await transaction.flush();
    const { url } = webhook;
    await recordEvent(context, transaction, actor, {
      action: "webhook.secret-rotated",
      changes: { webhookId: { from: id, to: id }, url: { from: url, to: url }, secret: "changed" },
    });
    return { ...(await getWebhook(kyselyOf(transaction), id)), secret };
  });
}

/**
 * Deletes a webhook with its log. Deliveries that have not been sent are dropped.
 * @throws RefusalError if it does not exist
 */
export async function deleteWebhook(context: Context, actor: StaffActor, id: number) {
  await inTransaction(context.database, async (transaction) => {
    const webhook = await lockWebhook(transaction, id);
    transaction.remove(webhook);
    await recordEvent(context, transaction, actor, {
      action: "webhook.deleted",
      changes: changesBetween(describeWebhook(webhook), {}),
    });
  });
}
