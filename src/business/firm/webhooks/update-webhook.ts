import { sql } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { changesBetween, hasChanges } from "../../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import { enqueueDeliveries } from "./delivery-jobs.ts";
import { describeWebhook } from "./describe-webhook.ts";
import { lockWebhook } from "./lock-webhook.ts";
import { requireTarget } from "./require-target.ts";
import type { updateWebhookInput, Webhook } from "./webhook.schema.ts";
import { getWebhook } from "./webhooks.queries.ts";

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
