import {
  deliveryStatuses,
  type WebhookDelivery,
} from "../../../../src/business/watch/webhooks/webhook.schema.ts";
import { parseId } from "../../../../src/platform/fields/id.rule.ts";
import { type AboutProps, dialog, dialogAbout, type DialogSearch } from "../../../app/dialogs.tsx";

const load = () => import("./webhook-forms.tsx");
const ability = "webhooks.manage";

/**
 * The dialogs of webhooks. `edit` has the address `?dialog=edit&target=3`, because `webhook` names the webhook whose page
 * is open, and a delivery that of its webhook, too: `?dialog=delivery&delivery=3-128`.
 */
export const webhookDialogs = {
  create: dialog(() => load().then((m) => m.CreateWebhookDialog), ability),
  edit: dialogAbout("target", () => load().then((m) => m.EditWebhookDialog), ability),
  rotate: dialogAbout("target", () => load().then((m) => m.RotateSecretDialog), ability),
  remove: dialogAbout("target", () => load().then((m) => m.DeleteWebhookDialog), ability),
  delivery: dialogAbout<"delivery", AboutProps<string>, string>(
    "delivery",
    () => import("./delivery-dialog.tsx").then((m) => m.DeliveryDialog),
    ability,
    (text) => (/^\d+-\d+$/.test(text) ? text : undefined),
  ),
};

/** The open webhook and the filter of its log, as stored in the URL. */
export interface WebhookSearch extends DialogSearch<typeof webhookDialogs> {
  webhook?: number | undefined;
  status?: WebhookDelivery["status"] | undefined;
}

export function readWebhookSearch(raw: WebhookSearch) {
  return {
    webhook: raw.webhook === undefined ? undefined : parseId(String(raw.webhook)),
    status: deliveryStatuses.find((status) => status === raw.status),
  };
}
