import type { Stage } from "../../../src/business/stages/stage.schema.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { CorrectBalanceDialog } from "./correct-balance-dialog.tsx";
import { EndStageDialog } from "./end-stage-dialog.tsx";
import { StageList } from "./stage-list.tsx";
import { openStage } from "./stage-words.ts";
import { StartStageDialog } from "./start-stage-dialog.tsx";
import styles from "./stages.module.css";
import { useStages } from "./use-trader.ts";

/** The runs of a trader's account. */
export function StagesTab({ trader }: { trader: TraderListItem }) {
  const query = useStages(trader.id);
  const starting = useDialog<null>();
  const ending = useDialog<Stage>();
  const correcting = useDialog<null>();
  const open = query.data && openStage(query.data);
  const canCorrect = open !== undefined && trader.tradingAccount.recordedAt !== null;
  return (
    <>
      <Panel
        title="Stages"
        subtitle="A stage is one run of the account. Records belong to the stage whose period holds their time."
        aside={
          <div className={styles.actions}>
            {canCorrect ? (
              <Button size="small" onClick={() => correcting.open(null)}>
                Correct Balance
              </Button>
            ) : null}
            <Button
              size="small"
              look="primary"
              disabled={!query.data}
              onClick={() => starting.open(null)}
            >
              Start a Stage
            </Button>
          </div>
        }
      >
        <LoadedStages query={query} onEnd={ending.open} />
      </Panel>
      {starting.key > 0 ? (
        <StartStageDialog
          key={`start ${starting.key}`}
          trader={trader}
          open={open}
          isOpen={starting.isOpen}
          onClose={starting.close}
        />
      ) : null}
      {ending.subject ? (
        <EndStageDialog
          key={`end ${ending.key}`}
          stage={ending.subject}
          isOpen={ending.isOpen}
          onClose={ending.close}
        />
      ) : null}
      {correcting.key > 0 ? (
        <CorrectBalanceDialog
          key={`correct ${correcting.key}`}
          trader={trader}
          currency={open?.currency}
          isOpen={correcting.isOpen}
          onClose={correcting.close}
        />
      ) : null}
    </>
  );
}

interface LoadedStagesProps {
  query: ReturnType<typeof useStages>;
  onEnd: (stage: Stage) => void;
}

function LoadedStages({ query, onEnd }: LoadedStagesProps) {
  if (query.data?.length === 0) {
    return (
      <EmptyState
        icon="flag"
        title="No stages yet"
        text="Start one here, or import a statement: the first import starts a stage with its opening balance."
      />
    );
  }
  if (query.data) return <StageList stages={query.data} onEnd={onEnd} />;
  if (query.isError) {
    return <LoadFailure text="Failed to load the stages." onRetry={() => void query.refetch()} />;
  }
  return <TableSkeleton name="Loading stages" rows={3} />;
}
