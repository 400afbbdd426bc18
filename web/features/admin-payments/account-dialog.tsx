import {
  type PaymentAccount,
  setPaymentAccountInput,
} from "../../../src/business/money/payments/payments.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";

interface AccountDialogProps {
  account: PaymentAccount | null;
  isOpen: boolean;
  onClose: () => void;
}

export function AccountDialog({ account, isOpen, onClose }: AccountDialogProps) {
  const form = useSchemaForm(setPaymentAccountInput, {
    name: account?.name ?? "",
    iban: account?.iban ?? "",
    bic: account?.bic ?? "",
  });
  const save = trpc.admin.payments.setAccount.useMutation(
    useFormOutcome(form, { onClose, saved: "Payment account saved", failed: "Update failed" }),
  );
  return (
    <FormDialog
      title="Firm's Payment Account"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => save.mutateAsync(values)}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
    >
      <TextField
        label="Account Holder"
        hint="As registered with the bank."
        autoComplete="off"
        autoFocus
        {...form.field("name")}
      />
      <TextField label="IBAN" autoComplete="off" {...form.field("iban")} />
      <TextField
        label="BIC"
        hint="Optional: most banks derive it from the IBAN."
        autoComplete="off"
        {...form.field("bic")}
      />
    </FormDialog>
  );
}
