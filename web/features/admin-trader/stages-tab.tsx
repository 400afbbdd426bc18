import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { StageDialogs } from "./stage-dialogs.tsx";
import { StageList } from "./stage-list.tsx";
import { LadderPanel } from "../../domain/stages/ladder.tsx";
import { openStage } from "../../domain/stages/current-stage.ts";
import styles from "./stages.module.css";
import { useStageDialogs } from "./use-stage-dialogs.ts";
import { useStages } from "./use-trader.ts";
import { PermittedButton } from "../../app/session/permitted-button.tsx";

/** Shows the stages of a trader's account. */
export function StagesTab({ trader }: { trader: TraderListItem }) {
  const query = useStages(trader.id);
  const dialogs = useStageDialogs();
  const open = query.data && openStage(query.data);
  const canCorrect = open !== undefined && trader.tradingAccount.recordedAt !== null;
  return (
    <Stack>
      <LadderPanel owner={{ userId: trader.id }} />
      <Panel
        title="Stages"
        subtitle="A stage is one attempt of the account at a phase. Records belong to the stage during which they occurred."
        aside={
          <div className={styles.actions}>
            {canCorrect ? (
              <PermittedButton
                ability="records.write"
                size="small"
                onClick={() => dialogs.correcting.open(null)}
              >
                Correct Balance
              </PermittedButton>
            ) : null}
            <PermittedButton
              ability="stages.write"
              size="small"
              disabled={!query.data}
              onClick={() => dialogs.assigning.open(null)}
            >
              Assign Programme
            </PermittedButton>
            <PermittedButton
              ability="stages.write"
              size="small"
              look="primary"
              disabled={!query.data}
              onClick={() => dialogs.starting.open(null)}
            >
              Start a Stage
            </PermittedButton>
          </div>
        }
      >
        <Loaded query={query} noun="stages" skeleton={3}>
          {(stages) =>
            stages.length > 0 ? (
              <StageList
                stages={stages}
                onEnd={dialogs.ending.open}
                onRules={dialogs.changingRules.open}
              />
            ) : (
              <EmptyState
                icon="plus"
                title="No stages yet"
                text="Start one here, or import a statement: the first import starts a stage with its opening balance."
              />
            )
          }
        </Loaded>
      </Panel>
      <StageDialogs trader={trader} open={open} dialogs={dialogs} />
    </Stack>
  );
}
