import { useState } from "react";
import {
  createWebhookInput,
  type Webhook,
} from "../../../src/business/firm/webhooks/webhook.schema.ts";
import type { WebhookEventType } from "../../../src/business/firm/webhooks/webhook-event.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { changedFields } from "../../components/forms/changed-fields.ts";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { WebhookFields, type WebhookFormInput, type WebhookFormOutput } from "./webhook-form.tsx";

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
  const form = useSchemaForm<WebhookFormInput, WebhookFormOutput>(createWebhookInput, initial);
  const { dirtyFields } = form.formState;
  const update = trpc.admin.webhooks.update.useMutation(
    useFormOutcome(form, { onClose, saved: "Webhook saved", failed: "Failed to save the webhook" }),
  );
  return (
    <FormDialog
      title="Edit Webhook"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => update.mutateAsync({ id, ...changedFields(values, dirtyFields) })}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
    >
      <WebhookFields form={form} />
    </FormDialog>
  );
}
