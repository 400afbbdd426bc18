import { z } from "zod";
import {
  type PayoutSettings,
  setPayoutSettingsInput,
} from "../../../src/business/payouts/payout-settings.schema.ts";
import { useFormOutcome } from "../../api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";

/** An empty field turns the second approval off. */
const schema = z.object({
  secondApprovalAbove: z
    .string()
    .transform((text): string | number | null => text.trim() || null)
    .pipe(setPayoutSettingsInput.shape.secondApprovalAbove),
});

interface ApprovalDialogProps {
  settings: PayoutSettings;
  isOpen: boolean;
  onClose: () => void;
}

export function ApprovalDialog({ settings, isOpen, onClose }: ApprovalDialogProps) {
  const form = useSchemaForm(schema, {
    secondApprovalAbove: settings.secondApprovalAbove ?? "",
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
        hint="In dollars. Every amount in another currency then needs two administrators. Leave it empty if one may approve every amount."
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        {...form.field("secondApprovalAbove")}
      />
    </FormDialog>
  );
}
