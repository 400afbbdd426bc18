import { useState } from "react";
import type { Webhook } from "../../../src/business/webhooks/webhook.schema.ts";
import type { WebhookEventType } from "../../../src/business/webhooks/webhook-event.schema.ts";
import { useAdminOutcome } from "../../api-client/use-admin-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { useSchemaForm } from "../../forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import {
  loadWebhookSchema,
  WebhookFields,
  type WebhookFormInput,
  type WebhookFormOutput,
} from "./webhook-form.tsx";

interface EditWebhookDialogProps {
  webhook: Webhook;
  isOpen: boolean;
  onClose: () => void;
}

export function EditWebhookDialog({ webhook, isOpen, onClose }: EditWebhookDialogProps) {
  const { id } = webhook;
  const [initial] = useState<WebhookFormInput>(() => ({
    url: webhook.url,
    description: webhook.description ?? "",
    contact: webhook.contact ?? "",
    events: webhook.events as WebhookEventType[],
  }));
  const form = useSchemaForm<WebhookFormInput, WebhookFormOutput>(loadWebhookSchema, initial);
  const { succeeded, failed } = useAdminOutcome();
  const update = trpc.admin.webhooks.update.useMutation({
    onSuccess: () => {
      onClose();
      return succeeded("Webhook saved");
    },
    onError: (error) => {
      form.showErrors(error);
      failed("Failed to save the webhook", error);
    },
  });
  return (
    <FormDialog
      title="Edit Webhook"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => update.mutateAsync({ id, ...values })}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
    >
      <WebhookFields form={form} />
    </FormDialog>
  );
}
