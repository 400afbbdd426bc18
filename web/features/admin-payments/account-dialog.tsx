import {
  type PaymentAccount,
  setPaymentAccountInput,
} from "../../../src/business/payments/payments.schema.ts";
import { useAdminOutcome } from "../../api-client/use-admin-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";

const loadSchema = () => Promise.resolve(setPaymentAccountInput);

interface AccountDialogProps {
  account: PaymentAccount | null;
  isOpen: boolean;
  onClose: () => void;
}

export function AccountDialog({ account, isOpen, onClose }: AccountDialogProps) {
  const form = useSchemaForm(loadSchema, {
    name: account?.name ?? "",
    iban: account?.iban ?? "",
    bic: account?.bic ?? "",
  });
  const { succeeded, failed } = useAdminOutcome();
  const save = trpc.admin.payments.setAccount.useMutation({
    onSuccess: () => {
      onClose();
      return succeeded("Payment account saved");
    },
    onError: (error) => {
      form.showErrors(error);
      failed("Update failed", error);
    },
  });
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
