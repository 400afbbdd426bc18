import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { z } from "zod";
import {
  webhookEvents,
  type WebhookEventType,
  webhookEventTypes,
} from "../../../../src/business/watch/webhooks/webhook-event.schema.ts";
import {
  createWebhookInput,
  type Webhook,
  type WebhookWithSecret,
} from "../../../../src/business/watch/webhooks/webhook.schema.ts";
import { keysOf } from "../../../../src/platform/fields/keys-of.rule.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { Button } from "../../../components/button/button.tsx";
import { TextButton } from "../../../components/button/text-button.tsx";
import { ConfirmDialog } from "../../../components/dialog/confirm-dialog.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { ViewDialog } from "../../../components/dialog/view-dialog.tsx";
import { CheckboxGroup } from "../../../components/field/checkbox-group.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import type { SchemaForm } from "../../../components/forms/use-schema-form.ts";
import { SecretOnce } from "../../../components/secret/secret-once.tsx";
import { sayMoment } from "../../../domain/format/dates.ts";
import { shorten } from "../../../domain/format/texts.tsx";
import { trpc } from "../../../trpc.ts";
import { useWebhook } from "./use-webhooks.ts";
import { formatCapped, warnOfTarget, webhookName } from "./webhook-words.ts";

/** Receives a new secret, which is shown once. */
interface SecretProps {
  onSecret: (webhook: WebhookWithSecret) => void;
}

/** The properties of a dialog about a webhook. */
interface WebhookProps extends DialogProps {
  subject: Webhook;
}

export function CreateWebhookDialog({ onSecret, ...frame }: DialogProps & SecretProps) {
  return (
    <MutationDialog
      {...frame}
      title="Add Webhook"
      size="sm"
      schema={createWebhookInput}
      values={{ url: "", description: "", contact: "", events: [] }}
      mutation={trpc.admin.webhooks.create}
      toInput={(values) => values}
      submitLabel="Add Webhook"
      pendingLabel="Adding..."
      saved="Webhook added"
      failed="Failed to add the webhook"
      onSaved={onSecret}
    >
      {(form) => <WebhookFields form={form} />}
    </MutationDialog>
  );
}

export const EditWebhookDialog = withSubject(
  useWebhook,
  "webhook",
  ({ subject: { id, ...webhook }, ...frame }: WebhookProps) => (
    <MutationDialog
      {...frame}
      title="Edit Webhook"
      size="sm"
      schema={createWebhookInput}
      present={{
        url: webhook.url,
        description: webhook.description ?? "",
        contact: webhook.contact ?? "",
        events: webhook.events as WebhookEventType[],
      }}
      mutation={trpc.admin.webhooks.update}
      toInput={(_, changed) => ({ id, ...changed })}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      saved="Webhook saved"
      failed="Failed to save the webhook"
    >
      {(form) => <WebhookFields form={form} />}
    </MutationDialog>
  ),
);

type WebhookForm = SchemaForm<
  z.input<typeof createWebhookInput>,
  z.output<typeof createWebhookInput>
>;

/** The fields for creating or changing a webhook. */
function WebhookFields({ form }: { form: WebhookForm }) {
  const [url, chosen] = useWatch({ control: form.control, name: ["url", "events"] });
  const warning = warnOfTarget(url);
  const areAll = chosen.length === webhookEventTypes.length;
  const choose = (events: WebhookEventType[]) =>
    form.setValue("events", events, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  return (
    <>
      <TextField
        label="URL"
        type="url"
        hint={
          warning ? (
            <Box component="span" sx={{ color: "var(--orange)", fontWeight: 550 }}>
              {warning}
            </Box>
          ) : (
            "Events are sent here by POST, over HTTPS."
          )
        }
        placeholder="https://example.com/webhooks"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        {...form.field("url")}
      />
      <TextField
        label="Description"
        hint="Shown in the list. Optional."
        autoComplete="off"
        {...form.field("description")}
      />
      <TextField
        label="Contact"
        type="email"
        hint="Receives an email if the webhook is paused because it failed. Optional."
        autoComplete="off"
        {...form.field("contact")}
      />
      <CheckboxGroup legend="Events" options={eventGroups} {...form.field("events")}>
        <Stack
          component="p"
          direction="row"
          useFlexGap
          sx={{ flexWrap: "wrap", columnGap: 1.5, color: "text.secondary" }}
        >
          {`${chosen.length} of ${webhookEventTypes.length} chosen`}
          <TextButton onClick={() => choose(areAll ? [] : [...webhookEventTypes])}>
            {areAll ? "Choose None" : "Choose All"}
          </TextButton>
        </Stack>
      </CheckboxGroup>
    </>
  );
}

type Noun = WebhookEventType extends `${infer Of}.${string}` ? Of : never;

/** The groups of events, in display order. */
const nouns: Record<Noun, string> = {
  trader: "Traders",
  account: "Trading accounts",
  payout: "Payouts",
  order: "Orders",
  review: "Reviews",
  action: "Actions at the platform",
  bridge: "Bridges and connectors",
  appeal: "Appeals",
  stage: "Stages",
  verdict: "Verdicts",
  certificate: "Certificates",
  statement: "Statements",
  identity: "Identities",
  agreement: "Agreements",
  conduct: "Conduct",
  link: "Linked users",
  calendar: "Economic events",
};

const eventGroups = keysOf(nouns).map((noun) => ({
  title: nouns[noun],
  values: Object.fromEntries(
    webhookEventTypes
      .filter((type) => type.startsWith(`${noun}.`))
      .map((type) => [type, webhookEvents[type].words]),
  ),
}));

export const RotateSecretDialog = withSubject(
  useWebhook,
  "webhook",
  function RotateSecret({
    subject: webhook,
    isOpen,
    onClose,
    onSecret,
  }: WebhookProps & SecretProps) {
    const { succeeded, failed } = useAdminOutcome();
    const rotate = trpc.admin.webhooks.rotateSecret.useMutation({
      // The response contains the secret, which must not stay in the cache.
      gcTime: 0,
      onSuccess: (rotated) => {
        onClose();
        onSecret(rotated);
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
  },
);

export const DeleteWebhookDialog = withSubject(
  useWebhook,
  "webhook",
  function DeleteWebhook({ subject: webhook, isOpen, onClose }: WebhookProps) {
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
  },
);

interface SigningSecretProps extends DialogProps {
  webhook: WebhookWithSecret;
}

/** Shows a new secret once. Only its button closes the dialog, because the secret would be lost. */
export function SigningSecretDialog({ webhook, isOpen, onClose }: SigningSecretProps) {
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
          ? `Events are also signed with the previous secret until ${sayMoment(previousSecretUntil)}. Update the receiver before then.`
          : "The receiver verifies each event with it, for example using a Standard Webhooks library."}
      </p>
    </ViewDialog>
  );
}
