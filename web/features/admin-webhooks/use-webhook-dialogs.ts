import type {
  Webhook,
  WebhookWithSecret,
} from "../../../src/business/firm/webhooks/webhook.schema.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";

export interface OpenDelivery {
  id: number;
  deliveryId: number;
}

export function useWebhookDialogs() {
  const create = useDialog<null>();
  const edit = useDialog<Webhook>();
  const rotate = useDialog<Webhook>();
  const remove = useDialog<Webhook>();
  const secret = useDialog<WebhookWithSecret>();
  const delivery = useDialog<OpenDelivery>();
  return { create, edit, rotate, remove, secret, delivery };
}

export type WebhookDialogsState = ReturnType<typeof useWebhookDialogs>;
