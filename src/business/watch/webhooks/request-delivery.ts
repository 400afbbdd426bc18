import { LockMode } from "@mikro-orm/core";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import { lockWebhook } from "./change-webhook.ts";
import { enqueueDeliveries } from "./deliver-webhook.ts";
import { makePayload } from "./dispatch-events.ts";
import { TEST_EVENT } from "./webhook-event.schema.ts";
import { EventDelivery } from "./webhook.entity.ts";
import { isBeingSent } from "./webhook.rule.ts";
import type { WebhookDeliveryDetails } from "./webhook.schema.ts";
import { getDelivery } from "./webhooks.queries.ts";

/**
 * Sends an event again, even to a paused webhook, or brings its next attempt forward. The `webhook-id` stays the
 * same.
 * @throws RefusalError if the webhook has no such delivery, or if it is being sent
 */
export async function redeliver(
  context: Context,
  actor: StaffActor,
  { id, deliveryId }: { id: number; deliveryId: number },
): Promise<WebhookDeliveryDetails> {
  await inTransaction(context.database, async (transaction) => {
    const { url } = await lockWebhook(transaction, id);
    const now = context.clock.now();
    const delivery = await transaction.findOne(
      EventDelivery,
      { id: String(deliveryId), endpoint: id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!delivery) throw notFound("Delivery");
    if (isBeingSent(delivery, now)) {
      throw new RefusalError("conflict", "This event is already being sent");
    }
    const turn = delivery.turn + 1;
    transaction.assign(delivery, { status: "pending", turn, nextAttemptAt: now });
    const job = { id: deliveryId, endpointId: id, turn, isOnRequest: true } as const;
    await enqueueDeliveries(context, transaction, [job]);
    await recordEvent(context, transaction, actor, {
      action: "webhook.redelivered",
      changes: aboutDelivery({ id, url, deliveryId }),
    });
  });
  return getDelivery(context, { id, deliveryId });
}

/**
 * Sends a test event, even to a paused webhook. It has a single attempt, which does not count as a failure of the
 * webhook.
 * @throws RefusalError if the webhook does not exist
 */
export async function sendTestEvent(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<WebhookDeliveryDetails> {
  const deliveryId = await inTransaction(context.database, async (transaction) => {
    const { url } = await lockWebhook(transaction, id);
    const kysely = kyselyOf(transaction);
    const now = context.clock.now();
    const event = await kysely
      .insertInto("webhook_events")
      .values({
        at: now.toISOString(),
        type: TEST_EVENT,
        payload: makePayload({ type: TEST_EVENT, data: { webhookId: id } }, now),
        dispatched_at: now.toISOString(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const delivery = await kysely
      .insertInto("event_deliveries")
      .values({
        endpoint_id: id,
        event_id: event.id,
        status: "pending",
        next_attempt_at: now.toISOString(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const sentId = Number(delivery.id);
    await enqueueDeliveries(context, transaction, [{ id: sentId, endpointId: id, turn: 0 }]);
    await recordEvent(context, transaction, actor, {
      action: "webhook.tested",
      changes: aboutDelivery({ id, url, deliveryId: sentId }),
    });
    return sentId;
  });
  return getDelivery(context, { id, deliveryId });
}

/** What an audit event says about a delivery, none of which has changed. */
function aboutDelivery({ id, url, deliveryId }: { id: number; url: string; deliveryId: number }) {
  return {
    webhookId: { from: id, to: id },
    url: { from: url, to: url },
    deliveryId: { from: deliveryId, to: deliveryId },
  };
}
