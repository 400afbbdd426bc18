import Typography from "@mui/material/Typography";
import {
  contradictionCodes,
  statusOf,
} from "../../../../src/business/record/statements/statement.rule.ts";
import {
  type Statement,
  withdrawStatementInput,
} from "../../../../src/business/record/statements/statement.schema.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { type DialogProps, useCloseDialog, withSubject } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { AnchorButton, Button } from "../../../components/button/button.tsx";
import { ConfirmDialog } from "../../../components/dialog/confirm-dialog.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { ViewDialog } from "../../../components/dialog/view-dialog.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { Fact } from "../../../components/panel/facts.tsx";
import { formatMoment, sayTimes } from "../../../domain/format/dates.ts";
import { trpc } from "../../../trpc.ts";
import { describeStage } from "./stage-words.ts";
import {
  StatementFacts,
  StatementFindings,
  StatementSummary,
  StatementTotals,
} from "./statement-facts.tsx";
import { outcome } from "./statement-preview.tsx";
import { type OfUser, useStages, useStatements } from "./use-trader.ts";

interface StatementDialogProps extends DialogProps, OfUser {
  subject: Statement;
}

function useStatement(id: number, { userId }: OfUser) {
  const { data, error, isFetching } = useStatements(userId);
  const found = data?.find((statement) => statement.id === id);
  // One that has just been imported is in the list that is being fetched.
  return { data: found ?? (isFetching || !data ? undefined : null), error };
}

interface StatementDetailsProps extends StatementDialogProps {
  /** Opens the dialog of a decision about the statement. */
  onOpen: (dialog: "confirm-statement" | "withdraw-statement", id: number) => void;
}

/** Shows what was imported, with the decisions that can be made about it. */
export const StatementDialog = withSubject(
  useStatement,
  "statement",
  (props: StatementDetailsProps) => <StatementDetails {...props} />,
);

/** The same after an import, if the statement needs attention. */
export const ImportedStatementDialog = withSubject(
  useStatement,
  "statement",
  (props: StatementDetailsProps) => <StatementDetails {...props} isNew />,
);

function StatementDetails(props: StatementDetailsProps & { isNew?: boolean }) {
  const { subject: statement, userId, isNew = false, isOpen, onClose, onOpen } = props;
  const status = statusOf(statement);
  const id = statement.id!;
  return (
    <ViewDialog
      title={statement.fileName}
      isOpen={isOpen}
      onClose={onClose}
      size="md"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <AnchorButton href={`/api/statements/${id}/file`} download={statement.fileName}>
            <Icon name="download" size={16} />
            Download
          </AnchorButton>
          {status === "withdrawn" ? null : (
            <PermittedButton
              ability="records.write"
              onClick={() => onOpen("withdraw-statement", id)}
            >
              Withdraw
            </PermittedButton>
          )}
          {status === "held" ? (
            <PermittedButton
              ability="records.write"
              look="primary"
              onClick={() => onOpen("confirm-statement", id)}
            >
              Confirm
            </PermittedButton>
          ) : null}
        </>
      }
    >
      {isNew ? (
        <Typography role="status" sx={outcome}>
          The statement is imported.
        </Typography>
      ) : null}
      <StatementSummary statement={statement} />
      <StatementFindings findings={statement.reconciliation.findings} />
      <StatementFacts
        statement={statement}
        more={<Origin statement={statement} userId={userId} />}
      />
      <StatementTotals statement={statement} />
    </ViewDialog>
  );
}

interface OriginProps extends OfUser {
  statement: Statement;
}

function Origin({ statement: { stageId, createdAt, createdBy }, userId }: OriginProps) {
  const stage = useStages(userId).data?.find(({ id }) => id === stageId);
  return (
    <>
      {stage ? <Fact name="Stage">{describeStage(stage)}</Fact> : null}
      {createdAt ? <Fact name="Imported">{formatMoment(createdAt)}</Fact> : null}
      {createdBy ? <Fact name="Imported by">{createdBy}</Fact> : null}
    </>
  );
}

/** Returns a function that closes a decision, and the details below it. */
function useCloseWithDetails(onClose: () => void) {
  const close = useCloseDialog();
  return () => {
    onClose();
    close("statement");
    close("imported-statement");
  };
}

/** Without the findings about internal consistency, which do not require confirmation. */
const contradictions = new Set<string>(contradictionCodes);

export const ConfirmStatementDialog = withSubject(
  useStatement,
  "statement",
  ({ subject: statement, userId, isOpen, onClose }: StatementDialogProps) => {
    const { succeeded, failed } = useAdminOutcome();
    const close = useCloseWithDetails(onClose);
    const confirm = trpc.admin.statements.confirm.useMutation({
      onSuccess: () => {
        close();
        return succeeded("Statement confirmed");
      },
      onError: (error) => failed("Failed to confirm the statement", error),
    });
    const stage = useStages(userId).data?.find(({ id }) => id === statement.stageId);
    const stageName = stage ? describeStage(stage) : `#${statement.stageId}`;
    const reasons = statement.reconciliation.findings.filter(({ code }) =>
      contradictions.has(code),
    );
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
          <Typography component="ul" sx={{ pl: 2.25, "& li + li": { mt: 0.75 } }}>
            {reasons.map((finding, index) => (
              <li key={index}>{sayTimes(finding.message)}</li>
            ))}
          </Typography>
        ) : null}
      </ConfirmDialog>
    );
  },
);

export const WithdrawStatementDialog = withSubject(
  useStatement,
  "statement",
  ({ subject: statement, isOpen, onClose }: StatementDialogProps) => {
    const close = useCloseWithDetails(onClose);
    return (
      <MutationDialog
        title="Withdraw Statement"
        isOpen={isOpen}
        onClose={onClose}
        schema={withdrawStatementInput}
        values={{ id: statement.id ?? 0, reason: "" }}
        mutation={trpc.admin.statements.withdraw}
        toInput={(values) => values}
        submitLabel="Withdraw"
        pendingLabel="Withdrawing..."
        submitLook="danger"
        saved="Statement withdrawn"
        failed="Failed to withdraw the statement"
        onSaved={close}
      >
        {(form) => (
          <>
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
          </>
        )}
      </MutationDialog>
    );
  },
);
