import type { Webhook } from "./webhook.schema.ts";

/** Describes a webhook for the audit log, without its secret. */
export function describeWebhook({ id, url, description, events, contact }: Webhook) {
  return { webhookId: id, url, description, events: events.join(", "), contact };
}
