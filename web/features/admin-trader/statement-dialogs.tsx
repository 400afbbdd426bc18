import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import type { Statement } from "../../../src/business/trading/statements/statement.schema.ts";
import { Opened } from "../../components/dialog/opened.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { ConfirmStatementDialog } from "./confirm-statement-dialog.tsx";
import { describeStage } from "./stage-words.ts";
import { StatementDetailsDialog } from "./statement-details-dialog.tsx";
import { needsAttention } from "./use-statement-import.ts";
import type { StatementDialogsState } from "./use-statement-dialogs.ts";
import { WithdrawStatementDialog } from "./withdraw-statement-dialog.tsx";

const ImportDialog = lazyComponent(() => import("./import-dialog.tsx").then((m) => m.ImportDialog));

interface StatementDialogsProps {
  userId: number;
  statements: readonly Statement[];
  stages: readonly Stage[];
  dialogs: StatementDialogsState;
}

/** Renders the dialogs for statements: the details with a decision above them, and the import. */
export function StatementDialogs(props: StatementDialogsProps) {
  const { userId, statements, stages, dialogs } = props;
  const { importing, details, confirming, withdrawing } = dialogs;
  const find = (wanted: number | undefined) => statements.find(({ id }) => id === wanted);
  const [shown, confirmed, withdrawn] = [
    find(details.subject?.id),
    find(confirming.subject),
    find(withdrawing.subject),
  ];
  return (
    <>
      {/* Before the details, which close together with a decision and must be the last to return the focus. */}
      {confirmed ? (
        <ConfirmStatementDialog
          key={`confirm ${confirming.key}`}
          statement={confirmed}
          stageName={stageNameOf(confirmed, stages)}
          isOpen={confirming.isOpen}
          onClose={confirming.close}
          onConfirmed={details.close}
        />
      ) : null}
      {withdrawn ? (
        <WithdrawStatementDialog
          key={`withdraw ${withdrawing.key}`}
          statement={withdrawn}
          isOpen={withdrawing.isOpen}
          onClose={withdrawing.close}
          onWithdrawn={details.close}
        />
      ) : null}
      {shown ? (
        <StatementDetailsDialog
          key={`details ${details.key}`}
          statement={shown}
          stages={stages}
          isOpen={details.isOpen}
          onClose={details.close}
          isNew={details.subject?.isNew ?? false}
          onConfirm={() => confirming.open(shown.id!)}
          onWithdraw={() => withdrawing.open(shown.id!)}
        />
      ) : null}
      <Opened dialog={importing}>
        {(frame, file) => (
          <ImportDialog
            {...frame}
            userId={userId}
            file={file}
            stages={stages}
            onImported={(imported) => {
              if (needsAttention(imported))
                details.open({ id: imported.statement.id!, isNew: true });
            }}
          />
        )}
      </Opened>
    </>
  );
}

function stageNameOf({ stageId }: Statement, stages: readonly Stage[]): string {
  const stage = stages.find(({ id }) => id === stageId);
  return stage ? describeStage(stage) : `#${stageId}`;
}
