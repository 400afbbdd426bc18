import { useMutation } from "@tanstack/react-query";
import { useMemo } from "react";
import { renamePasskeyInput } from "../../../src/identity/second-factor/passkey.schema.ts";
import type {
  Passkey,
  Proof,
  SecondFactor,
} from "../../../src/identity/second-factor/second-factor.schema.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import { withSubject } from "../../app/dialogs.tsx";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { ProofDialog } from "./proof-dialog.tsx";
import {
  aloneWords,
  factorCalls,
  type FactorDialogProps,
  isOnlyFactor,
  useFinish,
  useFinishAdded,
  useSecondFactor,
} from "./use-second-factor.ts";

/**
 * Asks for the password or access key again, then opens the browser's own dialog. The passkey is named after the
 * device; the name can be changed later.
 */
export function AddPasskeyDialog(dialog: FactorDialogProps) {
  const finish = useFinishAdded(dialog);
  async function add(proof: Proof) {
    const calls = factorCalls(dialog.kind);
    const { createPasskey } = await import("../../app/session/passkeys.ts");
    const credential = await createPasskey(await calls.startPasskey.mutate(proof));
    return calls.addPasskey.mutate({ credential });
  }
  return (
    <ProofDialog
      {...dialog}
      title="Add a Passkey"
      question="A passkey is stored on your device, in its password manager or on a security key. It signs you in without a password, unlocked by a fingerprint, a face or a PIN."
      confirmLabel="Add Passkey"
      pendingLabel="Waiting for your device..."
      call={add}
      onDone={(added) => finish("Passkey added", added)}
      failed="No passkey added"
    />
  );
}

/** A passkey, and all factors with it. */
interface PasskeyWithFactors {
  passkey: Passkey;
  state: SecondFactor;
}

function usePasskey(id: number, { kind }: FactorDialogProps) {
  const { data: state, error } = useSecondFactor(kind);
  // The same object in every rendering, because the dialog keeps it.
  const subject = useMemo((): PasskeyWithFactors | null | undefined => {
    const passkey = state?.passkeys.find((each) => each.id === id);
    return state && (passkey ? { passkey, state } : null);
  }, [state, id]);
  return { data: subject, error };
}

type PasskeyDialogProps = FactorDialogProps & { subject: PasskeyWithFactors };

export const RenamePasskeyDialog = withSubject(
  usePasskey,
  "passkey",
  function RenamePasskey({ subject: { passkey }, ...dialog }: PasskeyDialogProps) {
    const { kind, isOpen, onClose } = dialog;
    const finish = useFinish(dialog);
    const form = useSchemaForm(renamePasskeyInput.pick({ label: true }), { label: passkey.label });
    const rename = useMutation({
      mutationFn: (input: { id: number; label: string }) =>
        factorCalls(kind).renamePasskey.mutate(input),
      onSuccess: (state) => finish("Passkey renamed", { state, endsSessions: false }),
      onError: (error) => {
        form.showErrors(error);
        showApiError("Passkey not renamed", error);
      },
    });
    return (
      <FormDialog
        title="Rename Passkey"
        isOpen={isOpen}
        onClose={onClose}
        size="sm"
        form={form}
        onSubmit={({ label }) => rename.mutateAsync({ id: passkey.id, label })}
        submitLabel="Save Name"
        pendingLabel="Saving..."
      >
        <TextField label="Name" autoComplete="off" autoFocus {...form.field("label")} />
      </FormDialog>
    );
  },
);

export const RemovePasskeyDialog = withSubject(
  usePasskey,
  "passkey",
  function RemovePasskey({ subject: { passkey, state }, ...dialog }: PasskeyDialogProps) {
    const { kind } = dialog;
    const finish = useFinish(dialog);
    const after = isOnlyFactor(state) ? ` ${aloneWords[kind]}` : "";
    return (
      <ProofDialog
        {...dialog}
        title="Remove Passkey"
        question={`“${passkey.label}” will no longer sign you in.${after}`}
        confirmLabel="Remove"
        pendingLabel="Removing..."
        look="danger"
        call={(proof) => factorCalls(kind).removePasskey.mutate({ id: passkey.id, ...proof })}
        onDone={(present) => finish("Passkey removed", { state: present })}
        failed="Passkey not removed"
      />
    );
  },
);
