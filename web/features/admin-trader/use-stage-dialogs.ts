import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";

export function useStageDialogs() {
  return {
    starting: useDialog<null>(),
    assigning: useDialog<null>(),
    ending: useDialog<Stage>(),
    changingRules: useDialog<Stage>(),
    correcting: useDialog<null>(),
  };
}
