import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { enqueueDeliveries } from "./delivery-jobs.ts";
import { makePayload } from "./dispatch-events.ts";
import { lockWebhook } from "./lock-webhook.ts";
import { TEST_EVENT } from "./webhook-event.schema.ts";
import type { WebhookDeliveryDetails } from "./webhook.schema.ts";
import { getDelivery } from "./webhooks.queries.ts";

/**
 * Sends a test event, even to a paused webhook. It has a single attempt, which does not count as a failure of the
 * webhook.
 * @throws RefusalError if the webhook does not exist
 */
export async function sendTestEvent(context: Context, id: number): Promise<WebhookDeliveryDetails> {
  const deliveryId = await inTransaction(context.database, async (em) => {
    await lockWebhook(em, id);
    const kysely = kyselyOf(em);
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
    await enqueueDeliveries(context, em, [{ id: sentId, endpointId: id, turn: 0 }]);
    return sentId;
  });
  return getDelivery(context, { id, deliveryId });
}
