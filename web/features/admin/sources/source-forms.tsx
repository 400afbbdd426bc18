import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { z } from "zod";
import { sourceKindLabels } from "../../../../src/business/decisions/orders/order.rule.ts";
import {
  createSourceInput,
  type SourceWithSecret,
  updateSourceInput,
} from "../../../../src/business/decisions/orders/source.schema.ts";
import { useDialogOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Copyable } from "../../../components/button/copy-button.tsx";
import { ConfirmDialog } from "../../../components/dialog/confirm-dialog.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { ViewDialog } from "../../../components/dialog/view-dialog.tsx";
import { Select } from "../../../components/field/select.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { SecretOnce } from "../../../components/secret/secret-once.tsx";
import { shorten } from "../../../domain/format/texts.tsx";
import { trpc } from "../../../trpc.ts";
import { SetUpSteps } from "./set-up-steps.tsx";
import { type ShownSource, useSource } from "./use-sources.ts";

interface SecretProps {
  /** Receives a new source with its secret, which is shown once. */
  onSecret: (source: SourceWithSecret) => void;
}

interface SourceProps extends DialogProps {
  subject: ShownSource;
}

/** An empty field is left out: the server generates a secret. */
const addForm = createSourceInput.extend({
  secret: z.literal("").or(createSourceInput.shape.secret.unwrap()),
});

export function AddSourceDialog({ onSecret, ...frame }: DialogProps & SecretProps) {
  return (
    <MutationDialog
      {...frame}
      title="Add Source"
      size="sm"
      schema={addForm}
      values={{ name: "", kind: "woocommerce", secret: "" }}
      mutation={trpc.admin.sources.create}
      toInput={({ secret, ...source }) => ({ ...source, ...(secret !== "" && { secret }) })}
      submitLabel="Add Source"
      pendingLabel="Adding..."
      saved="Source added"
      failed="The source was not added"
      onSaved={onSecret}
    >
      {(form) => (
        <>
          <TextField label="Name" autoComplete="off" autoFocus {...form.field("name")} />
          <Select label="Kind" options={sourceKindLabels} {...form.field("kind")} />
          <TextField
            label="Secret"
            hint="Only if the vendor shows one, as Stripe and Veriff do. Generated if empty."
            autoComplete="off"
            spellCheck={false}
            {...form.field("secret")}
          />
        </>
      )}
    </MutationDialog>
  );
}

const renameForm = z.object({ name: updateSourceInput.shape.name.unwrap() });

export const RenameSourceDialog = withSubject(
  useSource,
  "source",
  ({ subject: { id, name }, ...frame }: SourceProps) => (
    <MutationDialog
      {...frame}
      title="Rename Source"
      size="sm"
      schema={renameForm}
      present={{ name }}
      mutation={trpc.admin.sources.update}
      toInput={(values) => ({ id, ...values })}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      saved="Source renamed"
      failed="The source was not renamed"
    >
      {(form) => <TextField label="Name" autoComplete="off" autoFocus {...form.field("name")} />}
    </MutationDialog>
  ),
);

const secretForm = z.object({ secret: updateSourceInput.shape.secret.unwrap() });

/** Enters the secret that a vendor shows, or one that is generated here and copied to the vendor. */
export const ReplaceSecretDialog = withSubject(
  useSource,
  "source",
  ({ subject: { id, name, kind }, ...frame }: SourceProps) => (
    <MutationDialog
      {...frame}
      title="Replace Secret"
      size="sm"
      schema={secretForm}
      values={{ secret: "" }}
      mutation={trpc.admin.sources.update}
      toInput={(values) => ({ id, ...values })}
      submitLabel="Replace Secret"
      pendingLabel="Replacing..."
      saved="Secret replaced"
      failed="The secret was not replaced"
    >
      {(form) => (
        <>
          <p>
            Messages of <strong>{shorten(name)}</strong> that are signed with the old secret are
            refused at once. Enter the same secret at the vendor.
          </p>
          <TextField
            label="New Secret"
            hint={
              kind === "json"
                ? "whsec_ followed by base64."
                : "16 to 200 characters, as the vendor shows it."
            }
            autoComplete="off"
            spellCheck={false}
            autoFocus
            {...form.field("secret")}
          />
          <GenerateSecret
            isStandard={kind === "json"}
            onGenerate={(secret) => form.setValue("secret", secret, { shouldDirty: true })}
          />
        </>
      )}
    </MutationDialog>
  ),
);

interface GenerateSecretProps {
  /** Of Standard Webhooks. */
  isStandard: boolean;
  onGenerate: (secret: string) => void;
}

/** Generates a secret in the browser, and shows it to be copied. */
function GenerateSecret({ isStandard, onGenerate }: GenerateSecretProps) {
  const [generated, setGenerated] = useState<string>();
  if (generated !== undefined) return <SecretOnce noun="Secret" value={generated} />;
  const generate = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const text = btoa(String.fromCodePoint(...bytes));
    const secret = isStandard ? `whsec_${text}` : text.replaceAll(/[+/=]/g, "");
    setGenerated(secret);
    onGenerate(secret);
  };
  return (
    <div>
      <Button size="small" onClick={generate}>
        Generate a Secret
      </Button>
    </div>
  );
}

export const RemoveSourceDialog = withSubject(
  useSource,
  "source",
  function RemoveSource({ subject: { id, name }, isOpen, onClose }: SourceProps) {
    const navigate = useNavigate();
    const outcome = useDialogOutcome({
      onClose,
      done: "Source removed",
      failed: "The source was not removed",
    });
    const remove = trpc.admin.sources.remove.useMutation({
      ...outcome,
      onSuccess: async () => {
        // Leaves the source's page first, which would otherwise fetch the removed source.
        await navigate({ to: "/admin/sources", search: {} });
        return outcome.onSuccess();
      },
    });
    return (
      <ConfirmDialog
        title="Remove Source"
        question="Its URL no longer exists: further messages, also about refunds and disputes, are lost. Its orders stay. This action cannot be undone."
        confirmLabel="Remove"
        pendingLabel="Removing..."
        isOpen={isOpen}
        isPending={remove.isPending}
        onConfirm={() => remove.mutateAsync({ id })}
        onCancel={onClose}
      >
        <strong>{shorten(name)}</strong>
      </ConfirmDialog>
    );
  },
);

interface CreatedSourceProps extends DialogProps {
  source: SourceWithSecret;
}

/** Shows a new secret once. Only its button closes the dialog, because the secret would be lost. */
export function CreatedSourceDialog({ source, isOpen, onClose }: CreatedSourceProps) {
  const { name, kind, url, secret } = source;
  return (
    <ViewDialog
      title="Secret"
      isOpen={isOpen}
      size="sm"
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <p>
        Copy the secret of <strong>{shorten(name)}</strong> now. It will not be shown again.
      </p>
      <SecretOnce noun="Secret" value={secret} />
      <Facts>
        <Fact name="URL">
          <Copyable noun="URL" value={url} />
        </Fact>
      </Facts>
      <SetUpSteps kind={kind} />
    </ViewDialog>
  );
}
