import { useState } from "react";
import type { Webhook, WebhookWithSecret } from "../../../src/business/webhooks/webhook.schema.ts";
import { useAdminOutcome } from "../../api-client/use-admin-outcome.ts";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { shorten } from "../../format/shorten.ts";
import { trpc } from "../../trpc.ts";
import { webhookName } from "./webhook-words.ts";

interface RotateSecretDialogProps {
  webhook: Webhook;
  isOpen: boolean;
  onClose: () => void;
  onRotated: (webhook: WebhookWithSecret) => void;
}

export function RotateSecretDialog({
  webhook,
  isOpen,
  onClose,
  onRotated,
}: RotateSecretDialogProps) {
  const { succeeded, failed } = useAdminOutcome();
  const rotate = trpc.admin.webhooks.rotateSecret.useMutation({
    gcTime: 0,
    onSuccess: (rotated) => {
      onClose();
      onRotated(rotated);
      return succeeded("Secret rotated");
    },
    onError: (error) => failed("Not rotated", error),
  });
  const [now] = useState(() => new Date());
  const isRotating = webhook.previousSecretUntil !== null && webhook.previousSecretUntil > now;
  const question = isRotating
    ? "A new secret signs from now on, and the present one for another 24 hours. The one before it stops signing now."
    : "A new secret signs from now on. For 24 hours the present one signs as well, so that the receiver can be changed meanwhile.";
  return (
    <ConfirmDialog
      title="Rotate Secret"
      question={question}
      confirmLabel="Rotate"
      pendingLabel="Rotating..."
      confirmLook={isRotating ? "danger" : "primary"}
      isOpen={isOpen}
      isPending={rotate.isPending}
      onConfirm={() => rotate.mutateAsync({ id: webhook.id })}
      onCancel={onClose}
    >
      <strong>{shorten(webhookName(webhook))}</strong>
    </ConfirmDialog>
  );
}
