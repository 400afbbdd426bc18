import type { WebhookWithSecret } from "../../../src/business/firm/webhooks/webhook.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { SecretOnce } from "../../components/secret/secret-once.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { shorten } from "../../domain/format/shorten.ts";
import { webhookName } from "./webhook-words.ts";

interface WebhookSecretDialogProps {
  webhook: WebhookWithSecret;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows a new secret once. Only its button closes the dialog, because the secret would be lost. */
export function WebhookSecretDialog({ webhook, isOpen, onClose }: WebhookSecretDialogProps) {
  const { secret, previousSecretUntil } = webhook;
  return (
    <ViewDialog
      title="Signing Secret"
      isOpen={isOpen}
      size="sm"
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <p>
        Copy the secret for <strong>{shorten(webhookName(webhook))}</strong> now. It will not be
        shown again.
      </p>
      <SecretOnce noun="Secret" value={secret} />
      <p>
        {previousSecretUntil
          ? `Events are also signed with the previous secret until ${formatMoment(previousSecretUntil)}. Update the receiver before then.`
          : "The receiver verifies each event with it, for example using a Standard Webhooks library."}
      </p>
    </ViewDialog>
  );
}
