import {
  type Certificate,
  withdrawCertificateInput,
} from "../../../src/business/firm/certificates/certificate.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";

interface WithdrawCertificateDialogProps {
  certificate: Certificate;
  isOpen: boolean;
  onClose: () => void;
}

export function WithdrawCertificateDialog(props: WithdrawCertificateDialogProps) {
  const { certificate, isOpen, onClose } = props;
  const form = useSchemaForm(withdrawCertificateInput, {
    id: certificate.id,
    reason: "",
    isReasonPublic: false,
  });
  const withdraw = trpc.admin.certificates.withdraw.useMutation(
    useFormOutcome(form, {
      onClose,
      saved: "Certificate withdrawn",
      failed: "Failed to withdraw the certificate",
    }),
  );
  const { generated } = certificate;
  return (
    <FormDialog
      title="Withdraw Certificate"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => withdraw.mutateAsync(values)}
      submitLabel="Withdraw"
      pendingLabel="Withdrawing..."
      submitLook="danger"
    >
      <div>
        <strong>{certificate.name}</strong>
        {generated ? <p>{generated.code}</p> : null}
      </div>
      <p>
        {generated
          ? "Anyone who verifies it will see that it was withdrawn. "
          : "Uploaded certificates have no code, so copies cannot be recognised as withdrawn. "}
        It stays listed here and for the trader, marked as withdrawn. This cannot be undone.
      </p>
      <TextArea
        label="Reason"
        hint="Required. Shown to the trader and kept in the history."
        rows={3}
        autoFocus
        {...form.field("reason")}
      />
      {generated ? (
        <Checkbox
          label="Show the reason on the public page"
          hint="Otherwise the page only says when the certificate was withdrawn."
          {...form.field("isReasonPublic")}
        />
      ) : null}
    </FormDialog>
  );
}
