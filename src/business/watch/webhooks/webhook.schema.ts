import { z } from "zod";
import {
  id,
  longId,
  targetId,
  targetLongId,
  timestamp,
} from "../../../platform/fields/fields.schema.ts";
import { email, optionalName, requiredText } from "../../../platform/fields/text.schema.ts";
import {
  scrollPageOf,
  unsearchedListQuery,
  unsearchedScrollQuery,
} from "../../../platform/lists/list.schema.ts";
import { webhookEventTypes } from "./webhook-event.schema.ts";

const urlMessage = "Please enter a valid URL, such as https://example.com/webhooks";

const url = requiredText("URL is required")
  .refine((value) => isHttpUrl(value), { error: urlMessage })
  .meta({ examples: ["https://example.com/webhooks"] });

/** Credentials in a URL would be readable in the list and in the audit log. */
function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}

const noEventMessage = "Select at least one event";

const events = z
  .array(
    z.enum(webhookEventTypes, {
      error: `Unknown event. The events are ${webhookEventTypes.join(", ")}`,
    }),
    { error: noEventMessage },
  )
  .min(1, { error: noEventMessage })
  .transform((names) => webhookEventTypes.filter((name) => names.includes(name)))
  .meta({ examples: [["payout.requested", "payout.decided"]] });

const description = optionalName().meta({ examples: ["Accounting"] });
const contact = z.union([email(), z.literal("").transform(() => null), z.null()]).meta({
  description: "The address that receives an email if the webhook is paused because it failed",
  examples: ["ops@example.com"],
});

export const createWebhookInput = z.strictObject({
  url,
  events,
  description,
  contact: contact.optional(),
});

export const updateWebhookInput = z.strictObject({
  id: targetId,
  url: url.optional(),
  events: events.optional(),
  description,
  contact: contact.optional(),
  paused: z
    .boolean()
    .optional()
    .meta({ description: "`false` resumes it and sends the events that were held" }),
});

export const webhookIdInput = z.strictObject({ id: targetId });

const outcome = z
  .string()
  .nullable()
  .meta({ description: "The HTTP status, or the reason why there was none", examples: ["200"] });

const countedTo1000 = (what: string) =>
  z.int().meta({ description: `${what}; counted up to 1,000`, examples: [0] });

/** A webhook without its secret. */
export const webhook = z
  .object({
    id,
    url: z.string().meta({ examples: ["https://example.com/webhooks"] }),
    description: z.string().nullable(),
    events: z.array(z.string()).meta({ examples: [["payout.requested"]] }),
    contact: z.string().nullable(),
    createdAt: timestamp,
    createdBy: z.string().meta({ description: "The label of the administrator at that time" }),
    pausedAt: timestamp.nullable(),
    pauseReason: z
      .enum(["administrator", "failures", "gone"])
      .nullable()
      .meta({ description: "`gone`: it responded with 410" }),
    failingSince: timestamp.nullable().meta({ description: "The first failure since a success" }),
    previousSecretUntil: timestamp
      .nullable()
      .meta({ description: "Until then, events are also signed with the previous secret" }),
    lastAttemptAt: timestamp.nullable(),
    lastOutcome: outcome,
    waiting: countedTo1000("Deliveries that will be sent, or are held while the webhook is paused"),
    failed: countedTo1000("Deliveries in the log that failed permanently"),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof webhook>;

/** The only responses that contain a secret: one that has just been generated. */
export const webhookWithSecret = webhook
  .safeExtend({
    secret: z.string().meta({
      description: "Verifies signatures; shown only once",
      examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3fXUeJtDc1k="],
    }),
  })
  .meta({ id: "WebhookWithSecret" });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

export const deliveryStatuses = ["pending", "held", "delivered", "failed"] as const;

/** The delivery of an event to one webhook. */
export const webhookDelivery = z
  .object({
    id: longId,
    webhookId: id,
    eventId: z.string().meta({
      description: "The `webhook-id` of every attempt",
      examples: ["evt_3f0b8f2d7c6e4f0e9a4d5c1b2a3f4e5d"],
    }),
    type: z
      .string()
      .nullable()
      .meta({ examples: ["payout.decided"] }),
    at: timestamp.meta({ description: "When the event happened" }),
    status: z.enum(deliveryStatuses).meta({
      description: "`held` until the webhook is resumed; `failed` after the last attempt",
    }),
    attempts: z.int().meta({ examples: [1] }),
    nextAttemptAt: timestamp.nullable(),
    lastAttemptAt: timestamp.nullable(),
    lastOutcome: outcome,
    lastDuration: z
      .int()
      .nullable()
      .meta({ description: "Milliseconds", examples: [182] }),
  })
  .meta({ id: "WebhookDelivery" });

const headers = z.record(z.string(), z.string()).nullable();

const webhookAttempt = z
  .object({
    at: timestamp,
    duration: z.int().meta({ description: "Milliseconds", examples: [182] }),
    status: z
      .int()
      .nullable()
      .meta({
        description: "The HTTP status of the response; `null` without one",
        examples: [200],
      }),
    error: z.string().nullable().meta({ description: "The reason why there was no response" }),
    body: z.string().nullable().meta({ description: "The first 10 kB of the response" }),
    requestHeaders: headers.meta({
      description: "The headers as they were sent",
      examples: [{ "webhook-id": "evt_3f0b8f2d7c6e4f0e9a4d5c1b2a3f4e5d" }],
    }),
    responseHeaders: headers.meta({ examples: [{ "content-type": "application/json" }] }),
  })
  .meta({ id: "WebhookAttempt" });

/** A delivery with its request and the response. */
export const webhookDeliveryDetails = webhookDelivery
  .safeExtend({
    payload: z.string().nullable().meta({ description: "The body, as it is sent" }),
    log: z.array(webhookAttempt).meta({ description: "The attempts, newest first" }),
  })
  .meta({ id: "WebhookDeliveryDetails" });
export type WebhookDeliveryDetails = z.infer<typeof webhookDeliveryDetails>;

export type WebhookDelivery = z.infer<typeof webhookDelivery>;
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

export const deliveryIdInput = z.strictObject({ id: targetId, deliveryId: targetLongId });

const deliveryFilters = {
  id: targetId,
  status: z
    .enum(deliveryStatuses, { error: `status must be one of ${deliveryStatuses.join(", ")}` })
    .optional(),
};

export const listDeliveriesInput = unsearchedListQuery(deliveryFilters);
export const deliveryPageInput = unsearchedScrollQuery(deliveryFilters);
export const deliveryPage = scrollPageOf(webhookDelivery);
