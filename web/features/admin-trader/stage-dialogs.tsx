import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { Opened } from "../../components/dialog/opened.tsx";
import { AssignProgrammeDialog } from "./assign-programme-dialog.tsx";
import { CorrectBalanceDialog } from "./correct-balance-dialog.tsx";
import { EndStageDialog } from "./end-stage-dialog.tsx";
import { StageRulesDialog } from "./stage-rules-dialog.tsx";
import { StartStageDialog } from "./start-stage-dialog.tsx";
import type { useStageDialogs } from "./use-stage-dialogs.ts";

interface StageDialogsProps {
  trader: TraderListItem;
  /** The open stage. */
  open: Stage | undefined;
  dialogs: ReturnType<typeof useStageDialogs>;
}

/** Renders the dialogs that start or end a stage, change its rules, or correct its balance. */
export function StageDialogs({ trader, open, dialogs }: StageDialogsProps) {
  const { starting, assigning, ending, changingRules, correcting } = dialogs;
  return (
    <>
      <Opened dialog={starting}>
        {(frame) => <StartStageDialog {...frame} trader={trader} open={open} />}
      </Opened>
      <Opened dialog={assigning}>
        {(frame) => <AssignProgrammeDialog {...frame} trader={trader} open={open} />}
      </Opened>
      <Opened dialog={ending}>
        {(frame, stage) => <EndStageDialog {...frame} stage={stage} />}
      </Opened>
      <Opened dialog={changingRules}>
        {(frame, stage) => <StageRulesDialog {...frame} stage={stage} />}
      </Opened>
      <Opened dialog={correcting}>
        {(frame) => <CorrectBalanceDialog {...frame} trader={trader} />}
      </Opened>
    </>
  );
}
