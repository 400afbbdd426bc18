import {
  createWebhookInput,
  type WebhookWithSecret,
} from "../../../src/business/firm/webhooks/webhook.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { WebhookFields, type WebhookFormInput, type WebhookFormOutput } from "./webhook-form.tsx";

const emptyForm: WebhookFormInput = { url: "", description: "", contact: "", events: [] };

interface CreateWebhookDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onCreated: (webhook: WebhookWithSecret) => void;
}

export function CreateWebhookDialog({ isOpen, onClose, onCreated }: CreateWebhookDialogProps) {
  const form = useSchemaForm<WebhookFormInput, WebhookFormOutput>(createWebhookInput, emptyForm);
  const create = trpc.admin.webhooks.create.useMutation({
    // The response contains the secret, which must not stay in the cache.
    gcTime: 0,
    ...useFormOutcome(form, {
      onClose,
      saved: "Webhook added",
      failed: "Failed to add the webhook",
      onSaved: onCreated,
    }),
  });
  return (
    <FormDialog
      title="Add Webhook"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => create.mutateAsync(values)}
      submitLabel="Add Webhook"
      pendingLabel="Adding..."
    >
      <WebhookFields form={form} />
    </FormDialog>
  );
}
