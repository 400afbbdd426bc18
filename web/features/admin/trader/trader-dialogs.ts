import { dialog, dialogAbout } from "../../../app/dialogs.tsx";

const loadStages = () => import("./stage-dialogs.tsx");
const loadStatements = () => import("./statement-dialogs.tsx");

/**
 * The dialogs about the stages of a user's account, and their statements. `end-stage` has the address
 * `?dialog=end-stage&stageId=7`; the parameter `stage` selects the stage that the page shows.
 */
export const traderDialogs = {
  "start-stage": dialog(() => loadStages().then((m) => m.StartStageDialog), "stages.write"),
  "assign-programme": dialog(
    () => import("./assign-programme-dialog.tsx").then((m) => m.AssignProgrammeDialog),
    "stages.write",
  ),
  "end-stage": dialogAbout(
    "stageId",
    () => loadStages().then((m) => m.EndStageDialog),
    "stages.write",
  ),
  "stage-rules": dialogAbout("stageId", () =>
    import("./stage-rules-dialog.tsx").then((m) => m.StageRulesDialog),
  ),
  "correct-balance": dialog(
    () => loadStages().then((m) => m.CorrectBalanceDialog),
    "records.write",
  ),
  statement: dialogAbout("statement", () => loadStatements().then((m) => m.StatementDialog)),
  "imported-statement": dialogAbout("statement", () =>
    loadStatements().then((m) => m.ImportedStatementDialog),
  ),
  "confirm-statement": dialogAbout(
    "statement",
    () => loadStatements().then((m) => m.ConfirmStatementDialog),
    "records.write",
  ),
  "withdraw-statement": dialogAbout(
    "statement",
    () => loadStatements().then((m) => m.WithdrawStatementDialog),
    "records.write",
  ),
};
