import type { Proof } from "../../../src/identity/second-factor/second-factor.schema.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { ProofFields } from "./proof-fields.tsx";
import type { ProofForm } from "./proof-form.ts";
import type { Kind } from "./use-second-factor.ts";

interface ProofDialogProps {
  kind: Kind;
  title: string;
  question: string;
  confirmLabel: string;
  pendingLabel: string;
  look?: "primary" | "danger";
  hasCodes: boolean;
  form: ProofForm;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: (proof: Proof) => Promise<unknown>;
}

/** Asks for the password, the access key or a code before a change. */
export function ProofDialog(props: ProofDialogProps) {
  const { kind, title, question, look = "primary", hasCodes, form, isOpen } = props;
  return (
    <FormDialog
      title={title}
      isOpen={isOpen}
      onClose={props.onClose}
      size="sm"
      form={form}
      onSubmit={props.onConfirm}
      submitLabel={props.confirmLabel}
      pendingLabel={props.pendingLabel}
      submitLook={look}
    >
      <p>{question}</p>
      <ProofFields kind={kind} form={form} hasCodes={hasCodes} />
    </FormDialog>
  );
}
