import { useState } from "react";
import { z } from "zod";
import { scopes } from "../../../../src/identity/tokens/scopes.rule.ts";
import {
  type ApiTokenView,
  type CreatedToken,
  createTokenInput,
} from "../../../../src/identity/tokens/tokens.schema.ts";
import { useDialogOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { Button } from "../../../components/button/button.tsx";
import { ConfirmDialog } from "../../../components/dialog/confirm-dialog.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { ViewDialog } from "../../../components/dialog/view-dialog.tsx";
import { CheckboxGroup } from "../../../components/field/checkbox-group.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { SecretOnce } from "../../../components/secret/secret-once.tsx";
import { formatIsoDay } from "../../../domain/format/dates.ts";
import { shorten } from "../../../domain/format/texts.tsx";
import { trpc } from "../../../trpc.ts";

/** The form, in which a token expires at the end of a day such as `2027-03-14`, or never. */
const tokenForm = createTokenInput.extend({
  expiresAt: z.string().transform((day) => (day === "" ? null : endOf(day))),
});

/** Returns the end of a day in the viewer's time zone. */
function endOf(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}

interface CreateTokenProps extends DialogProps {
  onToken: (token: CreatedToken) => void;
}

export function CreateTokenDialog({ onToken, ...frame }: CreateTokenProps) {
  const [today] = useState(() => formatIsoDay(new Date()));
  return (
    <MutationDialog
      {...frame}
      title="Create API Token"
      size="sm"
      schema={tokenForm}
      values={{ label: "", scopes: [], expiresAt: "" }}
      mutation={trpc.admin.tokens.create}
      toInput={(values) => values}
      submitLabel="Create Token"
      pendingLabel="Creating..."
      saved="Token created"
      failed="Create failed"
      onSaved={onToken}
    >
      {(form) => (
        <>
          <TextField
            label="Label"
            hint="Identifies the tool in the audit log."
            autoComplete="off"
            autoFocus
            {...form.field("label")}
          />
          <CheckboxGroup legend="Scopes" options={[{ values: scopes }]} {...form.field("scopes")} />
          <TextField
            label="Expires"
            hint="The last day on which the token is valid. Leave empty for a token that does not expire."
            type="date"
            min={today}
            {...form.field("expiresAt")}
          />
        </>
      )}
    </MutationDialog>
  );
}

const useToken = (id: number) =>
  trpc.admin.tokens.list.useQuery(undefined, {
    select: (tokens) => tokens.find((token) => token.id === id && !token.revokedAt) ?? null,
  });

interface RevokeTokenProps extends DialogProps {
  subject: ApiTokenView;
}

export const RevokeTokenDialog = withSubject(
  useToken,
  "API token",
  function RevokeToken({ subject: token, isOpen, onClose }: RevokeTokenProps) {
    const revoke = trpc.admin.tokens.revoke.useMutation(
      useDialogOutcome({ onClose, done: "Token revoked", failed: "Revoke failed" }),
    );
    return (
      <ConfirmDialog
        title="Revoke Token"
        question="Its calls are refused immediately. This action cannot be undone."
        confirmLabel="Revoke"
        pendingLabel="Revoking..."
        isOpen={isOpen}
        isPending={revoke.isPending}
        onConfirm={() => revoke.mutateAsync({ id: token.id })}
        onCancel={onClose}
      >
        <strong>{shorten(token.label)}</strong>
      </ConfirmDialog>
    );
  },
);

interface CreatedTokenProps extends DialogProps {
  created: CreatedToken;
}

/** Shows a new token once. Only its button closes the dialog, because the token would be lost. */
export function CreatedTokenDialog({ created, isOpen, onClose }: CreatedTokenProps) {
  return (
    <ViewDialog
      title="Token Created"
      isOpen={isOpen}
      size="sm"
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <p>
        Copy the token for <strong>{created.label}</strong> now. It will not be shown again.
      </p>
      <SecretOnce noun="Token" value={created.token} />
      <p>
        Tools send it with each call as <code>Authorization: Bearer</code> and the token.
      </p>
    </ViewDialog>
  );
}
