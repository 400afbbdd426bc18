import Box from "@mui/material/Box";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import type { Proof } from "../../../src/identity/second-factor/second-factor.schema.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import type { DialogProps } from "../../app/dialogs.tsx";
import { TextButton } from "../../components/button/text-button.tsx";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { type SchemaForm, useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { type Kind, useSecondFactor } from "./use-second-factor.ts";

const proof = z.object({ password: z.string(), code: z.string().trim() });

/** One of the two fields stays empty. */
type ProofForm = SchemaForm<z.input<typeof proof>, z.output<typeof proof>>;

interface ProofDialogProps<Answer> extends DialogProps {
  kind: Kind;
  title: string;
  question: string;
  confirmLabel: string;
  pendingLabel: string;
  look?: "primary" | "danger";
  /** Makes the change. */
  call: (proof: Proof) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  /** The title of the toast after a failure. */
  failed: string;
}

/** Asks for the password, the access key or a code before it makes a change. */
export function ProofDialog<Answer>(props: ProofDialogProps<Answer>) {
  const { kind, question, look = "primary", call, onDone, failed } = props;
  const form = useSchemaForm(proof, { password: "", code: "" });
  const { data: state } = useSecondFactor(kind);
  const { mutateAsync } = useMutation({
    mutationFn: call,
    // The answer may contain a secret, which must not stay in the cache.
    gcTime: 0,
    onSuccess: onDone,
    onError: (error) => {
      form.showErrors(error);
      showApiError(failed, error);
    },
  });
  return (
    <FormDialog
      title={props.title}
      isOpen={props.isOpen}
      onClose={props.onClose}
      size="sm"
      form={form}
      onSubmit={(entered) => mutateAsync(entered)}
      submitLabel={props.confirmLabel}
      pendingLabel={props.pendingLabel}
      submitLook={look}
    >
      <p>{question}</p>
      <ProofFields
        kind={kind}
        form={form}
        hasCodes={Boolean(state?.totpSince) || Boolean(state?.recoveryCodesLeft)}
      />
    </FormDialog>
  );
}

interface ProofFieldsProps {
  kind: Kind;
  form: ProofForm;
  /** Whether an app or recovery codes can be used instead. */
  hasCodes: boolean;
}

/** The fields for the password or access key, or for a code instead. */
function ProofFields({ kind, form, hasCodes }: ProofFieldsProps) {
  const [usesCode, setUsesCode] = useState(false);
  const secret = kind === "trader" ? "Current Password" : "Access Key";
  return (
    <Box
      sx={{ display: "grid", gap: 1, justifyItems: "start", "& > :first-child": { width: "100%" } }}
    >
      {usesCode ? (
        <TextField
          key="code"
          label="Code"
          hint="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
          {...form.field("code")}
        />
      ) : (
        <TextField
          key="password"
          label={secret}
          hint="To confirm that it is you."
          type="password"
          autoComplete={kind === "trader" ? "current-password" : "off"}
          autoFocus
          {...form.field("password")}
        />
      )}
      {hasCodes ? (
        <TextButton
          onClick={() => {
            form.reset();
            setUsesCode(!usesCode);
          }}
        >
          {usesCode ? `Use the ${secret.toLowerCase()} instead` : "Use a code instead"}
        </TextButton>
      ) : null}
    </Box>
  );
}
