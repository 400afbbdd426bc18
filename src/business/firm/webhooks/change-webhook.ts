import type { Config } from "../../../platform/config/config.ts";
import { invalidField, notFound } from "../../../platform/lib/errors.ts";
import { isHostAllowed } from "../../../platform/webhooks/send-webhook.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import type {
  createWebhookInput,
  updateWebhookInput,
  Webhook,
  WebhookWithSecret,
} from "./webhook.schema.ts";
import { getWebhook } from "./webhooks.queries.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changesBetween, hasChanges } from "../../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { encryptWebhookSecret } from "../../../platform/vault/sealed-texts.ts";
import { generateWebhookSecret } from "../../../platform/webhooks/sign-webhook.ts";
import { enqueueDeliveries } from "./delivery-jobs.ts";
import { fromNow } from "../../../platform/lib/clock.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";

/**
 * Rejects URLs that no attempt would be allowed to reach. Host names are resolved only by each attempt, because
 * their addresses change.
 * @throws RefusalError if the URL is not HTTPS, or is an address of the internal network
 */
export function requireTarget({ webhookTargets }: Pick<Config, "webhookTargets">, url: string) {
  if (webhookTargets === "any") return;
  if (new URL(url).protocol !== "https:") {
    throw invalidField("url", "Webhooks are only sent over HTTPS");
  }
  if (!isHostAllowed(url)) {
    throw invalidField("url", "The address is not on the public internet");
  }
}

/**
 * Locks a webhook, before any of its deliveries.
 * @throws RefusalError if it does not exist
 */
export async function lockWebhook(em: Em, id: number): Promise<Webhook> {
  const kysely = kyselyOf(em);
  const locked = await kysely
    .selectFrom("webhook_endpoints")
    .select("id")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) throw notFound("Webhook");
  return getWebhook(kysely, id);
}

/** Describes a webhook for the audit log, without its secret. */
export function describeWebhook({ id, url, description, events, contact }: Webhook) {
  return { webhookId: id, url, description, events: events.join(", "), contact };
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
  return inTransaction(context.database, async (em) => {
    const kysely = kyselyOf(em);
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
    await recordEvent(context, em, actor, {
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
  return inTransaction(context.database, async (em) => {
    const kysely = kyselyOf(em);
    const before = await lockWebhook(em, id);
    const { url, description, events, contact } = before;
    const after = { url, description, events, contact, ...withoutUndefined(fields) };
    await kysely.updateTable("webhook_endpoints").set(after).where("id", "=", id).execute();
    const isPaused = before.pausedAt !== null;
    if (paused === true && !isPaused) await pause(context, em, id);
    if (paused === false && isPaused) await resume(context, em, id);
    const current = await getWebhook(kysely, id);
    const changes = changesBetween(describeWebhook(before), describeWebhook(current));
    const about = { webhookId: { from: id, to: id }, url: { from: url, to: current.url } };
    if (hasChanges(changes)) {
      const event = { action: "webhook.changed" as const, changes: { ...about, ...changes } };
      await recordEvent(context, em, actor, event);
    }
    if (paused !== undefined && paused !== isPaused) {
      const action = paused ? "webhook.paused" : "webhook.resumed";
      await recordEvent(context, em, actor, { action, changes: about });
    }
    return current;
  });
}

function withoutUndefined<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}

async function pause({ clock }: Context, em: Em, id: number): Promise<void> {
  await kyselyOf(em)
    .updateTable("webhook_endpoints")
    .set({ paused_at: clock.now().toISOString(), pause_reason: "administrator" })
    .where("id", "=", id)
    .execute();
}

/** Held deliveries start over, because the pause may have been longer than the period of all their attempts. */
async function resume(context: Context, em: Em, id: number): Promise<void> {
  const kysely = kyselyOf(em);
  await kysely
    .updateTable("webhook_endpoints")
    .set({ paused_at: null, pause_reason: null, failing_since: null })
    .where("id", "=", id)
    .execute();
  const { rows } = await sql<{ id: string; turn: number }>`
    update event_deliveries set status = 'pending', turn = turn + 1, attempts = 0,
      next_attempt_at = ${context.clock.now().toISOString()}
    where endpoint_id = ${id} and status = 'held' returning id, turn`.execute(kysely);
  const held = rows
    .map(({ id: deliveryId, turn }) => ({ id: Number(deliveryId), turn }))
    .toSorted((a, b) => a.id - b.id);
  await enqueueDeliveries(
    context,
    em,
    held.map((delivery) => ({ ...delivery, endpointId: id })),
  );
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
  return inTransaction(context.database, async (em) => {
    const { url } = await lockWebhook(em, id);
    const kysely = kyselyOf(em);
    await kysely
      .updateTable("webhook_endpoints")
      .set(({ ref }) => ({
        secret: encryptWebhookSecret(context.cipher, id, secret),
        previous_secret: ref("secret"),
        previous_secret_until: fromNow(context.clock, DAY).toISOString(),
      }))
      .where("id", "=", id)
      .execute();
    await recordEvent(context, em, actor, {
      action: "webhook.secret-rotated",
      changes: { webhookId: { from: id, to: id }, url: { from: url, to: url }, secret: "changed" },
    });
    return { ...(await getWebhook(kysely, id)), secret };
  });
}

/**
 * Deletes a webhook with its log. Deliveries that have not been sent are dropped.
 * @throws RefusalError if it does not exist
 */
export async function deleteWebhook(context: Context, actor: StaffActor, id: number) {
  await inTransaction(context.database, async (em) => {
    const webhook = await lockWebhook(em, id);
    await kyselyOf(em).deleteFrom("webhook_endpoints").where("id", "=", id).execute();
    await recordEvent(context, em, actor, {
      action: "webhook.deleted",
      changes: changesBetween(describeWebhook(webhook), {}),
    });
  });
}
