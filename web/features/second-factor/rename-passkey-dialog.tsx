import { useMutation } from "@tanstack/react-query";
import { renamePasskeyInput } from "../../../src/identity/second-factor/passkey.schema.ts";
import type {
  Passkey,
  SecondFactor,
} from "../../../src/identity/second-factor/second-factor.schema.ts";
import { showApiError } from "../../app/api-client/show-api-error.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { factorCalls, type Kind } from "./use-second-factor.ts";

const labelInput = renamePasskeyInput.pick({ label: true });

interface RenamePasskeyDialogProps {
  kind: Kind;
  passkey: Passkey;
  isOpen: boolean;
  onClose: () => void;
  onRenamed: (state: SecondFactor) => void;
}

export function RenamePasskeyDialog(props: RenamePasskeyDialogProps) {
  const { kind, passkey, isOpen, onClose, onRenamed } = props;
  const form = useSchemaForm(labelInput, { label: passkey.label });
  const rename = useMutation({
    mutationFn: (input: { id: number; label: string }) =>
      factorCalls(kind).renamePasskey.mutate(input),
    onSuccess: onRenamed,
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
}
