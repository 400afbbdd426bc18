import {
  type Statement,
  withdrawStatementInput,
} from "../../../src/business/trading/statements/statement.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";

interface StatementDialogProps {
  statement: Statement;
  isOpen: boolean;
  onClose: () => void;
  onWithdrawn: () => void;
}

export function WithdrawStatementDialog(props: StatementDialogProps) {
  const { statement, isOpen, onClose, onWithdrawn } = props;
  const form = useSchemaForm(withdrawStatementInput, { id: statement.id ?? 0, reason: "" });
  const withdraw = trpc.admin.statements.withdraw.useMutation(
    useFormOutcome(form, {
      onClose,
      saved: "Statement withdrawn",
      failed: "Failed to withdraw the statement",
      onSaved: onWithdrawn,
    }),
  );
  return (
    <FormDialog
      title="Withdraw Statement"
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={(values) => withdraw.mutateAsync(values)}
      submitLabel="Withdraw"
      pendingLabel="Withdrawing..."
      submitLook="danger"
    >
      <strong>{statement.fileName}</strong>
      <p>
        {statement.needsConfirmation
          ? "Its records do not count yet, and can no longer be confirmed."
          : "Its records no longer count, unless another source has them too. Balance and profit/loss are recalculated."}{" "}
        The statement stays listed, and its file can still be downloaded.
      </p>
      <TextArea
        label="Reason"
        hint="The reason is kept with the statement and in the history."
        autoFocus
        {...form.field("reason")}
      />
    </FormDialog>
  );
}
