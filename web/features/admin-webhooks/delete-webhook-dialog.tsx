import { useNavigate } from "@tanstack/react-router";
import type { Webhook } from "../../../src/business/firm/webhooks/webhook.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { shorten } from "../../domain/format/shorten.ts";
import { trpc } from "../../trpc.ts";
import { formatCapped, webhookName } from "./webhook-words.ts";

interface DeleteWebhookDialogProps {
  webhook: Webhook;
  isOpen: boolean;
  onClose: () => void;
}

export function DeleteWebhookDialog({ webhook, isOpen, onClose }: DeleteWebhookDialogProps) {
  const navigate = useNavigate();
  const { succeeded, failed } = useAdminOutcome();
  const remove = trpc.admin.webhooks.delete.useMutation({
    onSuccess: async () => {
      onClose();
      // Leaves the webhook's page first, which would otherwise fetch the deleted webhook.
      await navigate({ to: "/admin/webhooks", search: {} });
      return succeeded("Webhook deleted");
    },
    onError: (error) => failed("Delete failed", error),
  });
  const events = webhook.waiting === 1 ? "waiting event" : "waiting events";
  const waiting =
    webhook.waiting > 0
      ? `Its log is deleted too, and ${formatCapped(webhook.waiting)} ${events} will not be sent.`
      : "Its log is deleted too.";
  return (
    <ConfirmDialog
      title="Delete Webhook"
      question={`${waiting} This action cannot be undone.`}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      isOpen={isOpen}
      isPending={remove.isPending}
      onConfirm={() => remove.mutateAsync({ id: webhook.id })}
      onCancel={onClose}
    >
      <strong>{shorten(webhookName(webhook))}</strong>
      <p>{shorten(webhook.url)}</p>
    </ConfirmDialog>
  );
}
