import type { Webhook } from "./webhook.schema.ts";

/** A webhook as the audit log describes it; never its secret. */
export function describeWebhook({ id, url, description, events, contact }: Webhook) {
  return { webhookId: id, url, description, events: events.join(", "), contact };
}
