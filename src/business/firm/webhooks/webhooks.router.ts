import { z } from "zod";
import { call } from "../../../calls/call.ts";
import { administratorProcedure } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import { message } from "../../../platform/fields/fields.schema.ts";
import {
  createWebhook,
  deleteWebhook,
  redeliver,
  rotateWebhookSecret,
  sendTestEvent,
  updateWebhook,
} from "./change-webhook.ts";
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

const manage = administratorProcedure("webhooks.manage");

/** Webhooks. No procedure declares a scope, so that an API token cannot redirect events. */
export const adminWebhooksRouter = t.router({
  list: manage
    .meta(
      call({
        rest: "GET /admin/webhooks",
        summary: "List webhooks, newest first",
        description: "Secrets are never returned.",
        tag: "Administration",
      }),
    )
    .output(z.array(webhook))
    .query(({ ctx }) => listWebhooks(ctx.app.database)),

  get: manage
    .meta(
      call({
        rest: "GET /admin/webhooks/{id}",
        summary: "Get a webhook",
        description: "The secret is not included; it is only returned when it is generated.",
        tag: "Administration",
        errors: [404],
      }),
    )
    .input(webhookIdInput)
    .output(webhook)
    .query(({ ctx, input }) => getWebhook(ctx.app.database.kysely, input.id)),

  create: manage
    .meta(
      call({
        rest: "POST /admin/webhooks",
        summary: "Create a webhook",
        description:
          "The URL must be HTTPS and lead to the public internet. The response contains the secret, which is not shown again.",
        tag: "Administration",
        errors: [400],
        successStatus: 201,
        event: "authn_token_created",
        example: {
          url: "https://example.com/webhooks",
          events: ["payout.requested", "payout.decided"],
          description: "Accounting",
          contact: "ops@example.com",
        },
      }),
    )
    .input(createWebhookInput)
    .output(webhookWithSecret)
    .mutation(({ ctx, input }) => createWebhook(ctx.app, ctx.actor, input)),

  update: manage
    .meta(
      call({
        rest: "PATCH /admin/webhooks/{id}",
        summary: "Change, pause or resume a webhook",
        description: "Events of a paused webhook are held, and are sent when it is resumed.",
        tag: "Administration",
        errors: [400, 404],
        event: "authz_admin",
        example: { events: ["payout.requested"], paused: false },
      }),
    )
    .input(updateWebhookInput)
    .output(webhook)
    .mutation(({ ctx, input }) => updateWebhook(ctx.app, ctx.actor, input)),

  rotateSecret: manage
    .meta(
      call({
        rest: "POST /admin/webhooks/{id}/rotate-secret",
        summary: "Replace the secret of a webhook",
        description:
          "For 24 hours, events are signed with both. The response contains the new secret, which is not shown again.",
        tag: "Administration",
        errors: [404],
        event: "authn_token_created",
      }),
    )
    .input(webhookIdInput)
    .output(webhookWithSecret)
    .mutation(({ ctx, input }) => rotateWebhookSecret(ctx.app, ctx.actor, input.id)),

  delete: manage
    .meta(
      call({
        rest: "DELETE /admin/webhooks/{id}",
        summary: "Delete a webhook with its log",
        description: "Pending deliveries are discarded.",
        tag: "Administration",
        response: { message: "Webhook deleted" },
        errors: [404],
        event: "authn_token_revoked",
      }),
    )
    .input(webhookIdInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await deleteWebhook(ctx.app, ctx.actor, input.id);
      return { message: "Webhook deleted" };
    }),

  deliveries: manage
    .meta(
      call({
        rest: "GET /admin/webhooks/{id}/deliveries",
        summary: "List the deliveries of a webhook, newest first",
        description:
          "With `limit`, returns one page, and the `Link` header contains the next. Deliveries are kept for 30 days.",
        tag: "Administration",
        errors: [400, 404],
      }),
    )
    .input(listDeliveriesInput)
    .output(z.array(webhookDelivery))
    .query(async ({ ctx, input }) => {
      const { id, ...query } = input;
      await getWebhook(ctx.app.database.kysely, id);
      const path = `/api/admin/webhooks/${id}/deliveries`;
      return respondWithPage(ctx, path, webhookDeliveries, input, query);
    }),

  /** For the web client: a page, and the cursor of the next one. */
  deliveryPage: manage
    .meta(call({ example: { id: 1 } }))
    .input(deliveryPageInput)
    .output(deliveryPage)
    .query(async ({ ctx, input }) => {
      const { rows, nextCursor = null } = await webhookDeliveries.readCursorPage(ctx.app, input);
      return { rows, nextCursor };
    }),

  delivery: manage
    .meta(
      call({
        rest: "GET /admin/webhooks/{id}/deliveries/{deliveryId}",
        summary: "Get a delivery with its requests and responses",
        description: "The log contains at most the 50 newest attempts.",
        tag: "Administration",
        errors: [404],
        example: { id: 1, deliveryId: 12 },
      }),
    )
    .input(deliveryIdInput)
    .output(webhookDeliveryDetails)
    .query(({ ctx, input }) => getDelivery(ctx.app, input)),

  redeliver: manage
    .meta(
      call({
        rest: "POST /admin/webhooks/{id}/deliveries/{deliveryId}/redeliver",
        summary: "Send an event again",
        description:
          "The `webhook-id` stays the same. Also sends to a paused webhook, and brings the next attempt forward.",
        tag: "Administration",
        errors: [404, 409],
        event: "authz_admin",
      }),
    )
    .input(deliveryIdInput)
    .output(webhookDeliveryDetails)
    .mutation(({ ctx, input }) => redeliver(ctx.app, ctx.actor, input)),

  test: manage
    .meta(
      call({
        rest: "POST /admin/webhooks/{id}/test",
        summary: "Send a test event",
        description:
          "Sends `webhook.test` once, also to a paused webhook. The delivery contains the response once it has arrived.",
        tag: "Administration",
        errors: [404],
        event: "authz_admin",
      }),
    )
    .input(webhookIdInput)
    .output(webhookDeliveryDetails)
    .mutation(({ ctx, input }) => sendTestEvent(ctx.app, input.id)),
});
