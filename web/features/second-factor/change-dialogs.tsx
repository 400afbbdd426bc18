import { useMutation } from "@tanstack/react-query";
import type {
  Passkey,
  Proof,
  SecondFactor,
} from "../../../src/identity/second-factor/second-factor.schema.ts";
import { showApiError } from "../../app/api-client/show-api-error.ts";
import { useProofForm } from "./proof-form.ts";
import { ProofDialog } from "./proof-dialog.tsx";
import { factorCalls, type Kind } from "./use-second-factor.ts";

interface ChangeDialogProps {
  kind: Kind;
  isOpen: boolean;
  onClose: () => void;
}

interface RemovalProps extends ChangeDialogProps {
  hasCodes: boolean;
  /** Whether it is the only factor left. */
  isLast: boolean;
  onRemoved: (state: SecondFactor) => void;
}

const alone = {
  trader: "After that, the password alone signs you in, and the recovery codes stop working.",
  administrator:
    "After that, the access key alone signs you in, and the recovery codes stop working.",
};

export function TurnOffAppDialog({ kind, isLast, onRemoved, ...dialog }: RemovalProps) {
  const form = useProofForm();
  const turnOff = useMutation({
    mutationFn: (input: Proof) => factorCalls(kind).turnOffTotp.mutate(input),
    onSuccess: onRemoved,
    onError: (error) => {
      form.showErrors(error);
      showApiError("App not turned off", error);
    },
  });
  return (
    <ProofDialog
      {...dialog}
      kind={kind}
      title="Turn Off the App"
      question={isLast ? alone[kind] : "Codes from the app will no longer sign you in."}
      confirmLabel="Turn Off"
      pendingLabel="Turning off..."
      look="danger"
      form={form}
      onConfirm={(proof) => turnOff.mutateAsync(proof)}
    />
  );
}

export function RemovePasskeyDialog({
  kind,
  passkey: { id, label },
  isLast,
  onRemoved,
  ...dialog
}: RemovalProps & { passkey: Passkey }) {
  const form = useProofForm();
  const remove = useMutation({
    mutationFn: (input: Proof & { id: number }) => factorCalls(kind).removePasskey.mutate(input),
    onSuccess: onRemoved,
    onError: (error) => {
      form.showErrors(error);
      showApiError("Passkey not removed", error);
    },
  });
  return (
    <ProofDialog
      {...dialog}
      kind={kind}
      title="Remove Passkey"
      question={`“${label}” will no longer sign you in.${isLast ? ` ${alone[kind]}` : ""}`}
      confirmLabel="Remove"
      pendingLabel="Removing..."
      look="danger"
      form={form}
      onConfirm={(proof) => remove.mutateAsync({ id, ...proof })}
    />
  );
}

interface NewCodesDialogProps extends ChangeDialogProps {
  onMade: (codes: string[]) => void;
}

export function NewCodesDialog({ kind, onMade, ...dialog }: NewCodesDialogProps) {
  const form = useProofForm();
  const renew = useMutation({
    mutationFn: (input: Proof) => factorCalls(kind).renewRecoveryCodes.mutate(input),
    onSuccess: ({ recoveryCodes }) => onMade(recoveryCodes),
    onError: (error) => {
      form.showErrors(error);
      showApiError("No codes created", error);
    },
  });
  return (
    <ProofDialog
      {...dialog}
      kind={kind}
      title="New Recovery Codes"
      question="The current codes stop working. The new ones are shown once."
      confirmLabel="Create New Codes"
      pendingLabel="Creating codes..."
      hasCodes
      form={form}
      onConfirm={(proof) => renew.mutateAsync(proof)}
    />
  );
}
