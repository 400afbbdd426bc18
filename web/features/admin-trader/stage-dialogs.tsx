import type { Stage } from "../../../src/business/stages/stage.schema.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
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
  const { starting, ending, changingRules, correcting } = dialogs;
  return (
    <>
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
      {changingRules.subject ? (
        <StageRulesDialog
          key={`rules ${changingRules.key}`}
          stage={changingRules.subject}
          isOpen={changingRules.isOpen}
          onClose={changingRules.close}
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
