import { z } from "zod";
import { useDialogOutcome } from "../api-client/use-admin-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { accountStatusLabels } from "../../../src/business/traders/accounts/account.rule.ts";
import type { ReasonRequest } from "./reason-request.tsx";
import { trpc } from "../../trpc.ts";

const schema = z.object({ reason: z.string().trim() });

interface ReasonDialogProps {
  request: ReasonRequest;
  isOpen: boolean;
  onClose: () => void;
}

/** Adds the reason for a status change to the audit log, after the change itself. */
export function ReasonDialog({ request, isOpen, onClose }: ReasonDialogProps) {
  const { traderId, name, status, undo } = request;
  const form = useSchemaForm(schema, { reason: "" });
  const save = trpc.admin.accounts.update.useMutation(
    useDialogOutcome({
      onClose,
      done: "Reason added",
      actions: [undo],
      failed: "Update failed",
      fallback: "An error occurred",
    }),
  );
  return (
    <FormDialog
      title="Add a Reason"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={({ reason }) => save.mutateAsync({ id: traderId, reason })}
      submitLabel="Add Reason"
      pendingLabel="Saving..."
      isSubmitDisabled={!form.watch("reason")?.trim()}
    >
      <p>{`The status of ${name} was set to ${accountStatusLabels[status]}.`}</p>
      <TextArea
        label="Reason"
        hint="For the audit log. The trader does not see it."
        rows={3}
        autoFocus
        {...form.field("reason")}
      />
    </FormDialog>
  );
}
