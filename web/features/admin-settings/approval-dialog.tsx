import { z } from "zod";
import {
  type PayoutSettings,
  setPayoutSettingsInput,
} from "../../../src/business/money/payouts/payout.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";

/** An empty field turns the second approval off. */
const schema = z.object({
  secondApprovalAbove: z
    .string()
    .transform((text): string | number | null => text.trim() || null)
    .pipe(setPayoutSettingsInput.shape.secondApprovalAbove),
  secondApprovalCurrency: setPayoutSettingsInput.shape.secondApprovalCurrency.unwrap(),
});

interface ApprovalDialogProps {
  settings: PayoutSettings;
  isOpen: boolean;
  onClose: () => void;
}

export function ApprovalDialog({ settings, isOpen, onClose }: ApprovalDialogProps) {
  const form = useSchemaForm(schema, {
    secondApprovalAbove: settings.secondApprovalAbove ?? "",
    secondApprovalCurrency: settings.secondApprovalCurrency,
  });
  const save = trpc.admin.settings.payouts.set.useMutation(
    useFormOutcome(form, { onClose, saved: "Payout settings saved", failed: "Update failed" }),
  );
  return (
    <FormDialog
      title="Second Approval"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => save.mutateAsync(values)}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
    >
      <TextField
        label="Needed Above"
        hint="Leave it empty if one administrator may approve every amount."
        autoFocus
        {...form.amountField("secondApprovalAbove")}
      />
      <TextField
        label="Currency"
        hint="Amounts in another currency cannot be compared, so each of them needs two administrators."
        autoComplete="off"
        {...form.field("secondApprovalCurrency")}
      />
    </FormDialog>
  );
}
