import {
  type WebhookDelivery,
  deliveryStatuses,
} from "../../../src/business/firm/webhooks/webhook.schema.ts";

/** The open webhook and the filter of its log, as stored in the URL. */
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
