import { useState } from "react";
import type { CreatedToken } from "../../../src/identity/tokens/tokens.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { formatIsoDay } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";
import { ScopeFields } from "./scope-fields.tsx";
import { tokenForm, type TokenFormInput, type TokenFormOutput } from "./token-form-schema.ts";

const emptyForm: TokenFormInput = { label: "", scopes: [], expiresAt: "" };

interface CreateTokenDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onCreated: (token: CreatedToken) => void;
}

export function CreateTokenDialog({ isOpen, onClose, onCreated }: CreateTokenDialogProps) {
  const form = useSchemaForm<TokenFormInput, TokenFormOutput>(tokenForm, emptyForm);
  const [today] = useState(() => formatIsoDay(new Date()));
  const create = trpc.admin.tokens.create.useMutation({
    // The response contains the token, which must not stay in the cache.
    gcTime: 0,
    ...useFormOutcome(form, {
      onClose,
      saved: "Token created",
      failed: "Create failed",
      onSaved: onCreated,
    }),
  });

  return (
    <FormDialog
      title="Create API Token"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => create.mutateAsync(values)}
      submitLabel="Create Token"
      pendingLabel="Creating..."
    >
      <TextField
        label="Label"
        hint="Identifies the tool in the audit log."
        autoComplete="off"
        autoFocus
        {...form.field("label")}
      />
      <ScopeFields {...form.field("scopes")} />
      <TextField
        label="Expires"
        hint="The last day on which the token is valid. Leave empty for a token that does not expire."
        type="date"
        min={today}
        {...form.field("expiresAt")}
      />
    </FormDialog>
  );
}
