import { useMutation } from "@tanstack/react-query";
import type {
  AddedFactor,
  Proof,
} from "../../../src/identity/second-factor/second-factor.schema.ts";
import { showApiError } from "../../app/api-client/show-api-error.ts";
import { useProofForm } from "./proof-form.ts";
import { ProofDialog } from "./proof-dialog.tsx";
import { factorCalls, type Kind } from "./use-second-factor.ts";

interface AddPasskeyDialogProps {
  kind: Kind;
  hasCodes: boolean;
  isOpen: boolean;
  onClose: () => void;
  onAdded: (added: AddedFactor) => void;
}

/**
 * Asks for the password or access key again, then opens the browser's own dialog. The passkey is named after the
 * device; the name can be changed later.
 */
export function AddPasskeyDialog({
  kind,
  hasCodes,
  isOpen,
  onClose,
  onAdded,
}: AddPasskeyDialogProps) {
  const form = useProofForm();
  const add = useMutation({
    mutationFn: async (proof: Proof) => {
      const { createPasskey } = await import("../../app/session/passkeys.ts");
      const credential = await createPasskey(await factorCalls(kind).startPasskey.mutate(proof));
      return factorCalls(kind).addPasskey.mutate({ credential });
    },
    onSuccess: onAdded,
    onError: (error) => {
      form.showErrors(error);
      showApiError("No passkey added", error);
    },
  });
  return (
    <ProofDialog
      kind={kind}
      title="Add a Passkey"
      question="A passkey is stored on your device, in its password manager or on a security key. It signs you in without a password, unlocked by a fingerprint, a face or a PIN."
      confirmLabel="Add Passkey"
      pendingLabel="Waiting for your device..."
      hasCodes={hasCodes}
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={(proof) => add.mutateAsync(proof)}
    />
  );
}
