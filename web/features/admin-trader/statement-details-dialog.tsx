import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import type { Statement } from "../../../src/business/trading/statements/statement.schema.ts";
import { AnchorButton, Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { Fact } from "../../components/panel/facts.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { describeStage } from "./stage-words.ts";
import { StatementFacts, StatementTotals } from "./statement-facts.tsx";
import { StatementFindings } from "./statement-findings.tsx";
import { StatementSummary } from "./statement-summary.tsx";
import { statusOf } from "../../../src/business/trading/statements/statement.rule.ts";
import styles from "./statements.module.css";
import { PermittedButton } from "../../app/session/permitted-button.tsx";

interface StatementDetailsDialogProps {
  statement: Statement;
  stages: readonly Stage[];
  /** The statement was just imported; the dialog opened because it needs attention. */
  isNew: boolean;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  onWithdraw: () => void;
}

export function StatementDetailsDialog(props: StatementDetailsDialogProps) {
  const { statement, stages, isNew, isOpen, onClose, onConfirm, onWithdraw } = props;
  const status = statusOf(statement);
  return (
    <ViewDialog
      title={statement.fileName}
      isOpen={isOpen}
      onClose={onClose}
      size="md"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <AnchorButton href={`/api/statements/${statement.id}/file`} download={statement.fileName}>
            <Icon name="download" size={16} />
            Download
          </AnchorButton>
          {status === "withdrawn" ? null : (
            <PermittedButton ability="records.write" onClick={onWithdraw}>
              Withdraw
            </PermittedButton>
          )}
          {status === "held" ? (
            <PermittedButton ability="records.write" look="primary" onClick={onConfirm}>
              Confirm
            </PermittedButton>
          ) : null}
        </>
      }
    >
      {isNew ? (
        <p role="status" className={styles.outcome}>
          The statement is imported.
        </p>
      ) : null}
      <StatementSummary statement={statement} />
      <StatementFindings findings={statement.reconciliation.findings} />
      <StatementFacts
        statement={statement}
        more={<Origin statement={statement} stages={stages} />}
      />
      <StatementTotals statement={statement} />
    </ViewDialog>
  );
}

function Origin({ statement, stages }: Pick<StatementDetailsDialogProps, "statement" | "stages">) {
  const { stageId, createdAt, createdBy } = statement;
  const stage = stages.find(({ id }) => id === stageId);
  return (
    <>
      {stage ? <Fact name="Stage">{describeStage(stage)}</Fact> : null}
      {createdAt ? <Fact name="Imported">{formatMoment(createdAt)}</Fact> : null}
      {createdBy ? <Fact name="Imported by">{createdBy}</Fact> : null}
    </>
  );
}
