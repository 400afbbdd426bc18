import { useState } from "react";
import type {
  Webhook,
  WebhookWithSecret,
} from "../../../src/business/firm/webhooks/webhook.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { shorten } from "../../domain/format/shorten.ts";
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
    onError: (error) => failed("Failed to rotate the secret", error),
  });
  const [now] = useState(() => new Date());
  const isRotating = webhook.previousSecretUntil !== null && webhook.previousSecretUntil > now;
  const question = isRotating
    ? "Events are signed with a new secret from now on, and with the current one for another 24 hours. The one before it is no longer used."
    : "Events are signed with a new secret from now on. For 24 hours they are also signed with the current one, so you have time to update the receiver.";
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
