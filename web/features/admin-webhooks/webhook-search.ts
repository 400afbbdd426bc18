import {
  type WebhookDelivery,
  deliveryStatuses,
} from "../../../src/business/webhooks/webhook.schema.ts";

/** The webhook that is open, and the filter of its log. */
export interface WebhookSearch {
  webhook?: number;
  status?: WebhookDelivery["status"];
}

export function readWebhookSearch(raw: Record<string, unknown>): WebhookSearch {
  const id = Number(raw.webhook);
  return {
    webhook: Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined,
    status: deliveryStatuses.find((status) => status === raw.status),
  };
}
