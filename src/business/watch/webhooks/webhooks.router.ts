import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import { message } from "../../../platform/fields/fields.schema.ts";
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from "./change-webhook.ts";
import { redeliver, sendTestEvent } from "./request-delivery.ts";
import {
  createWebhookInput,
  deliveryIdInput,
  deliveryPage,
  deliveryPageInput,
  listDeliveriesInput,
  updateWebhookInput,
  webhook,
  webhookDelivery,
  webhookDeliveryDetails,
  webhookIdInput,
  webhookWithSecret,
} from "./webhook.schema.ts";
import { getDelivery, getWebhook, listWebhooks, webhookDeliveries } from "./webhooks.queries.ts";

const { administratorCall } = callsAbout("Administration");

/** Webhooks. No procedure declares a scope, so that an API token cannot redirect events. */
export const adminWebhooksRouter = t.router({
  list: administratorCall("webhooks.manage", {
    rest: "GET /admin/webhooks",
    summary: "List webhooks, newest first",
    description: "Secrets are never returned.",
  })
    .output(z.array(webhook))
    .query(({ ctx }) => listWebhooks(ctx.app.database)),

  get: administratorCall("webhooks.manage", {
    rest: "GET /admin/webhooks/{id}",
    summary: "Get a webhook",
    description: "The secret is not included; it is only returned when it is generated.",
  })
    .input(webhookIdInput)
    .output(webhook)
    .query(({ ctx, input }) => getWebhook(ctx.app.database.kysely, input.id)),

  create: administratorCall("webhooks.manage", {
    rest: "POST /admin/webhooks",
    summary: "Create a webhook",
    description:
      "The URL must be HTTPS and lead to the public internet. The response contains the secret, which is not shown again.",
    successStatus: 201,
    event: "authn_token_created",
    example: {
      url: "https://example.com/webhooks",
      events: ["payout.requested", "payout.decided"],
      description: "Accounting",
      contact: "ops@example.com",
    },
  })
    .input(createWebhookInput)
    .output(webhookWithSecret)
    .mutation(({ ctx, input }) => createWebhook(ctx.app, ctx.actor, input)),

  update: administratorCall("webhooks.manage", {
    rest: "PATCH /admin/webhooks/{id}",
    summary: "Change, pause or resume a webhook",
    description: "Events of a paused webhook are held, and are sent when it is resumed.",
    event: "authz_admin",
    example: { events: ["payout.requested"], paused: false },
  })
    .input(updateWebhookInput)
    .output(webhook)
    .mutation(({ ctx, input }) => updateWebhook(ctx.app, ctx.actor, input)),

  rotateSecret: administratorCall("webhooks.manage", {
    rest: "POST /admin/webhooks/{id}/rotate-secret",
    summary: "Replace the secret of a webhook",
    description:
      "For 24 hours, events are signed with both. The response contains the new secret, which is not shown again.",
    event: "authn_token_created",
  })
    .input(webhookIdInput)
    .output(webhookWithSecret)
    .mutation(({ ctx, input }) => rotateWebhookSecret(ctx.app, ctx.actor, input.id)),

  delete: administratorCall("webhooks.manage", {
    rest: "DELETE /admin/webhooks/{id}",
    summary: "Delete a webhook with its log",
    description: "Pending deliveries are discarded.",
    response: { message: "Webhook deleted" },
    event: "authn_token_revoked",
  })
    .input(webhookIdInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await deleteWebhook(ctx.app, ctx.actor, input.id);
      return { message: "Webhook deleted" };
    }),

  deliveries: administratorCall("webhooks.manage", {
    rest: "GET /admin/webhooks/{id}/deliveries",
    summary: "List the deliveries of a webhook, newest first",
    description:
      "With `limit`, returns one page, and the `Link` header contains the next. Deliveries are kept for 30 days.",
  })
    .input(listDeliveriesInput)
    .output(z.array(webhookDelivery))
    .query(async ({ ctx, input }) => {
      await getWebhook(ctx.app.database.kysely, input.id);
      return respondWithPage(ctx, webhookDeliveries, input);
    }),

  /** For the web client: a page, and the cursor of the next one. */
  deliveryPage: administratorCall("webhooks.manage", { example: { id: 1 } })
    .input(deliveryPageInput)
    .output(deliveryPage)
    .query(({ ctx, input }) => webhookDeliveries.readCursorPage(ctx.app, input)),

  delivery: administratorCall("webhooks.manage", {
    rest: "GET /admin/webhooks/{id}/deliveries/{deliveryId}",
    summary: "Get a delivery with its requests and responses",
    description: "The log contains at most the 50 newest attempts.",
    example: { id: 1, deliveryId: 12 },
  })
    .input(deliveryIdInput)
    .output(webhookDeliveryDetails)
    .query(({ ctx, input }) => getDelivery(ctx.app, input)),

  redeliver: administratorCall("webhooks.manage", {
    rest: "POST /admin/webhooks/{id}/deliveries/{deliveryId}/redeliver",
    summary: "Send an event again",
    description:
      "The `webhook-id` stays the same. Also sends to a paused webhook, and brings the next attempt forward.",
    errors: [409],
    event: "authz_admin",
  })
    .input(deliveryIdInput)
    .output(webhookDeliveryDetails)
    .mutation(({ ctx, input }) => redeliver(ctx.app, ctx.actor, input)),

  test: administratorCall("webhooks.manage", {
    rest: "POST /admin/webhooks/{id}/test",
    summary: "Send a test event",
    description:
      "Sends `webhook.test` once, also to a paused webhook. The delivery contains the response once it has arrived.",
    event: "authz_admin",
  })
    .input(webhookIdInput)
    .output(webhookDeliveryDetails)
    .mutation(({ ctx, input }) => sendTestEvent(ctx.app, ctx.actor, input.id)),
});
