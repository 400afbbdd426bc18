import { defineEntity, p } from "@mikro-orm/core";
import type { Verdict } from "../../rulebook/engine/verdict.schema.ts";
import type { DeliveryStatus } from "./webhook.rule.ts";

/** Why an endpoint is paused. `gone`: it responded with 410, which ends a subscription. */
const pauseReasons = ["administrator", "failures", "gone"] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Where events are sent. */
export const WebhookEndpoint = defineEntity({
  name: "WebhookEndpoint",
  tableName: "webhook_endpoints",
  properties: {
    id: p.integer().primary().autoincrement().generated("by default as identity"),
    url: p.text(),
    description: p.text().nullable(),
    events: p.array(),
    /** Mailed when the endpoint is paused because it failed. */
    contact: p.text().nullable(),
    /** Encrypted, like `previousSecret`. */
    secret: p.text().hidden(),
    previousSecret: p.text().nullable().hidden(),
    /** Until this time, events are signed with both secrets. */
    previousSecretUntil: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
    pausedAt: p.datetime(3).nullable(),
    pauseReason: p.enum(pauseReasons).nullable(),
    /** The first failure since the last success. */
    failingSince: p.datetime(3).nullable(),
    lastAttemptAt: p.datetime(3).nullable(),
    /** The HTTP status or, if there was no response, the reason. */
    lastOutcome: p.text().nullable(),
  },
  checks: [
    {
      name: "webhook_endpoints_check",
      expression: "(paused_at is null) = (pause_reason is null)",
    },
  ],
});

/** The source is an audit event, a verdict, a warning, what an account waits for, or a finding; a test event has none. */
export const WebhookEvent = defineEntity({
  name: "WebhookEvent",
  tableName: "webhook_events",
  properties: {
    id: p.bigint("string").primary().autoincrement().generated("identity"),
    /** The `webhook-id` of all its deliveries and attempts. */
    messageId: p
      .text()
      .defaultRaw("('evt_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text))")
      .unique("webhook_events_message_id_key"),
    at: p.datetime(3).index("webhook_events_at_index"),
    auditEventId: p.bigint("string").nullable(),
    verdict: p.json<Verdict>().nullable(),
    warning: p.json<object>().nullable(),
    waiting: p.json<object>().nullable(),
    conduct: p.json<object & { type: "conduct.found" | "conduct.closed" }>().nullable(),
    /** Type and payload are set when the event is dispatched. */
    type: p.text().nullable(),
    payload: p.text().nullable(),
    /** Null until its deliveries have been created. */
    dispatchedAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: "webhook_events_undispatched_index",
      properties: ["id"],
      where: "dispatched_at is null",
    },
  ],
});

/** An event for one endpoint. */
export const EventDelivery = defineEntity({
  name: "EventDelivery",
  tableName: "event_deliveries",
  properties: {
    id: p.bigint("string").primary().autoincrement().generated("by default as identity"),
    endpoint: () =>
      p
        .manyToOne(WebhookEndpoint)
        .fieldName("endpoint_id")
        .foreignKeyName("webhook_deliveries_endpoint_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    event: () =>
      p
        .manyToOne(WebhookEvent)
        .fieldName("event_id")
        .foreignKeyName("webhook_deliveries_event_id_fkey")
        .index("webhook_deliveries_event_index")
        .deleteRule("cascade")
        .updateRule("no action"),
    status: p.text().$type<DeliveryStatus>(),
    /** Only the job with this number may send, so that an older one does nothing. */
    turn: p.integer().default(0),
    attempts: p.integer().default(0),
    nextAttemptAt: p.datetime(3).nullable(),
    lastAttemptAt: p.datetime(3).nullable(),
    lastOutcome: p.text().nullable(),
    /** Milliseconds. */
    lastDuration: p.integer().nullable(),
  },
  uniques: [
    { name: "webhook_deliveries_endpoint_id_event_id_key", properties: ["endpoint", "event"] },
  ],
  indexes: [
    { name: "webhook_deliveries_endpoint_index", properties: ["endpoint", "id"] },
    { name: "webhook_deliveries_status_index", properties: ["endpoint", "status", "id"] },
    {
      name: "webhook_deliveries_failed_index",
      properties: ["endpoint", "lastAttemptAt"],
      where: "status = 'failed'",
    },
  ],
  checks: [
    {
      name: "webhook_deliveries_status_check",
      expression: "status in ('pending', 'held', 'delivered', 'failed')",
    },
  ],
});

/** A request to an endpoint and its response. */
export const WebhookAttempt = defineEntity({
  name: "WebhookAttempt",
  tableName: "webhook_attempts",
  properties: {
    id: p.bigint("string").primary().autoincrement().generated("by default as identity"),
    delivery: () =>
      p
        .manyToOne(EventDelivery)
        .fieldName("delivery_id")
        .foreignKeyName("webhook_attempts_delivery_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    at: p.datetime(3),
    /** Milliseconds. */
    duration: p.integer(),
    status: p.integer().nullable(),
    error: p.text().nullable(),
    body: p.text().nullable(),
    /** Attempts of earlier releases have none. */
    requestHeaders: p.json<Record<string, string>>().nullable(),
    responseHeaders: p.json<Record<string, string>>().nullable(),
  },
  indexes: [{ name: "webhook_attempts_delivery_index", properties: ["delivery", "id"] }],
});
