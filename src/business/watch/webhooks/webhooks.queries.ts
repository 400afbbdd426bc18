import { type Kysely, sql } from "kysely";
import {
  bigint,
  type Column,
  computedCount,
  integer,
  json,
  selectRows,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import type { Webhook, WebhookDeliveryDetails } from "./webhook.schema.ts";
import type { PauseReason } from "./webhook.entity.ts";

const endpointColumns = {
  id: integer("webhook_endpoints.id"),
  url: text("webhook_endpoints.url"),
  description: text("webhook_endpoints.description"),
  events: json("webhook_endpoints.events"),
  contact: text("webhook_endpoints.contact"),
  createdAt: timestamp("webhook_endpoints.created_at"),
  createdBy: text("webhook_endpoints.created_by"),
  pausedAt: timestamp("webhook_endpoints.paused_at"),
  pauseReason: text("webhook_endpoints.pause_reason") satisfies Column<PauseReason | null>,
  failingSince: timestamp("webhook_endpoints.failing_since"),
  previousSecretUntil: timestamp("webhook_endpoints.previous_secret_until"),
  lastAttemptAt: timestamp("webhook_endpoints.last_attempt_at"),
  lastOutcome: text("webhook_endpoints.last_outcome"),
  waiting: deliveriesIn("'pending', 'held'"),
  failed: deliveriesIn("'failed'"),
};

/** Counts at most 1,000 rows, so that a long log costs no more than a short one. */
function deliveriesIn(statuses: string) {
  return computedCount(`select count(*)::int from (select from event_deliveries
    where endpoint_id = webhook_endpoints.id and status in (${statuses}) limit 1000) as counted`);
}

/** Lists all webhooks, newest first. */
export async function listWebhooks({ kysely }: Database): Promise<Webhook[]> {
  return selectRows(kysely, endpointColumns, sql`from webhook_endpoints order by id desc`);
}

/** @throws RefusalError if the webhook does not exist */
export async function getWebhook(kysely: Kysely<Tables>, id: number): Promise<Webhook> {
  const ofId = sql`from webhook_endpoints where id = ${id}`;
  const [webhook] = await selectRows(kysely, endpointColumns, ofId);
  if (!webhook) throw notFound("Webhook");
  return webhook;
}

/** The log of a webhook: past and pending deliveries. */
export const webhookDeliveries = defineList({
  name: "webhook-deliveries",
  from: "event_deliveries join webhook_events on webhook_events.id = event_deliveries.event_id",
  columns: {
    id: bigint("event_deliveries.id"),
    webhookId: integer("event_deliveries.endpoint_id"),
    eventId: text("webhook_events.message_id"),
    type: text("webhook_events.type"),
    at: timestamp("webhook_events.at"),
    status: text("event_deliveries.status"),
    // The stored number restarts when a webhook is resumed, because it determines the delay.
    attempts: computedCount(
      "select count(*)::int from webhook_attempts where delivery_id = event_deliveries.id",
    ),
    nextAttemptAt: timestamp("event_deliveries.next_attempt_at"),
    lastAttemptAt: timestamp("event_deliveries.last_attempt_at"),
    lastOutcome: text("event_deliveries.last_outcome"),
    lastDuration: integer("event_deliveries.last_duration"),
  },
  filters: {
    id: "event_deliveries.endpoint_id",
    status: "event_deliveries.status",
  },
});

/** @throws RefusalError if the webhook has no such delivery */
export async function getDelivery(
  { database }: { database: Database },
  { id, deliveryId }: { id: number; deliveryId: number },
): Promise<WebhookDeliveryDetails> {
  const delivery = await webhookDeliveries.find({ database }, deliveryId);
  if (delivery?.webhookId !== id) throw notFound("Delivery");
  const { payload } = await database.kysely
    .selectFrom("webhook_events")
    .select("payload")
    .where("message_id", "=", delivery.eventId)
    .executeTakeFirstOrThrow();
  const log = await database.kysely
    .selectFrom("webhook_attempts")
    .select(["at", "duration", "status", "error", "body"])
    .select(["request_headers as requestHeaders", "response_headers as responseHeaders"])
    .where("delivery_id", "=", String(deliveryId))
    .orderBy("id", "desc")
    .limit(50)
    .execute();
  return { ...delivery, payload, log: log.map((row) => ({ ...row, at: new Date(row.at) })) };
}
