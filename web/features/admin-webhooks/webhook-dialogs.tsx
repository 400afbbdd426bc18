import { Opened } from "../../components/dialog/opened.tsx";
import { CreateWebhookDialog } from "./create-webhook-dialog.tsx";
import { DeleteWebhookDialog } from "./delete-webhook-dialog.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { EditWebhookDialog } from "./edit-webhook-dialog.tsx";
import { RotateSecretDialog } from "./rotate-secret-dialog.tsx";
import type { WebhookDialogsState } from "./use-webhook-dialogs.ts";
import { WebhookSecretDialog } from "./webhook-secret-dialog.tsx";

/** Renders the dialogs for webhooks. */
export function WebhookDialogs(dialogs: WebhookDialogsState) {
  const { create, edit, rotate, remove, secret, delivery } = dialogs;
  return (
    <>
      <Opened dialog={create}>
        {(frame) => <CreateWebhookDialog {...frame} onCreated={secret.open} />}
      </Opened>
      <Opened dialog={edit}>
        {(frame, webhook) => <EditWebhookDialog {...frame} webhook={webhook} />}
      </Opened>
      <Opened dialog={rotate}>
        {(frame, webhook) => (
          <RotateSecretDialog {...frame} webhook={webhook} onRotated={secret.open} />
        )}
      </Opened>
      <Opened dialog={remove}>
        {(frame, webhook) => <DeleteWebhookDialog {...frame} webhook={webhook} />}
      </Opened>
      <Opened dialog={secret}>
        {(frame, webhook) => <WebhookSecretDialog {...frame} webhook={webhook} />}
      </Opened>
      <Opened dialog={delivery}>
        {(frame, subject) => <DeliveryDialog {...frame} delivery={subject} />}
      </Opened>
    </>
  );
}
