import { contradictionCodes } from "../../../src/business/trading/statements/statement.rule.ts";
import type { Statement } from "../../../src/business/trading/statements/statement.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { trpc } from "../../trpc.ts";
import { readableTimes } from "../../domain/statements/statement-words.ts";
import styles from "./statements.module.css";

interface ConfirmStatementDialogProps {
  statement: Statement;
  /** Such as `Phase 1, since Jan 05, 2026`. */
  stageName: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirmed: () => void;
}

/** Without the findings about internal consistency, which do not require confirmation. */
const contradictions = new Set<string>(contradictionCodes);

export function ConfirmStatementDialog(props: ConfirmStatementDialogProps) {
  const { statement, stageName, isOpen, onClose, onConfirmed } = props;
  const { succeeded, failed } = useAdminOutcome();
  const confirm = trpc.admin.statements.confirm.useMutation({
    onSuccess: () => {
      onClose();
      onConfirmed();
      return succeeded("Statement confirmed");
    },
    onError: (error) => failed("Failed to confirm the statement", error),
  });
  const reasons = statement.reconciliation.findings.filter(({ code }) => contradictions.has(code));
  return (
    <ConfirmDialog
      title="Confirm Statement"
      question={`Its records will count towards the stage ${stageName}, whatever their time. Balance and profit/loss will be derived from them.`}
      confirmLabel="Confirm"
      pendingLabel="Confirming..."
      confirmLook="primary"
      isOpen={isOpen}
      isPending={confirm.isPending}
      onConfirm={() => confirm.mutateAsync({ id: statement.id ?? 0 })}
      onCancel={onClose}
    >
      <strong>{statement.fileName}</strong>
      {reasons.length > 0 ? (
        <ul className={styles.reasons}>
          {reasons.map((finding, index) => (
            <li key={index}>{readableTimes(finding.message)}</li>
          ))}
        </ul>
      ) : null}
    </ConfirmDialog>
  );
}
