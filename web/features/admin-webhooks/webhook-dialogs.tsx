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
      {create.key > 0 ? (
        <CreateWebhookDialog
          key={`create ${create.key}`}
          isOpen={create.isOpen}
          onClose={create.close}
          onCreated={secret.open}
        />
      ) : null}
      {edit.subject ? (
        <EditWebhookDialog
          key={`edit ${edit.key}`}
          webhook={edit.subject}
          isOpen={edit.isOpen}
          onClose={edit.close}
        />
      ) : null}
      {rotate.subject ? (
        <RotateSecretDialog
          key={`rotate ${rotate.key}`}
          webhook={rotate.subject}
          isOpen={rotate.isOpen}
          onClose={rotate.close}
          onRotated={secret.open}
        />
      ) : null}
      {remove.subject ? (
        <DeleteWebhookDialog
          key={`remove ${remove.key}`}
          webhook={remove.subject}
          isOpen={remove.isOpen}
          onClose={remove.close}
        />
      ) : null}
      {secret.subject ? (
        <WebhookSecretDialog
          key={`secret ${secret.key}`}
          webhook={secret.subject}
          isOpen={secret.isOpen}
          onClose={secret.close}
        />
      ) : null}
      {delivery.subject ? (
        <DeliveryDialog
          key={`delivery ${delivery.key}`}
          delivery={delivery.subject}
          isOpen={delivery.isOpen}
          onClose={delivery.close}
        />
      ) : null}
    </>
  );
}
