import type { Em } from "../../../platform/database/orm.ts";
import { deriveStages, type StageChange } from "../../trading/records/derive-stages.ts";
import { type CauseOf, storeVerdicts } from "./store-verdicts.ts";
import type { VerdictContext } from "./judge-stage.ts";

/**
 * Brings the derived rows and the verdicts of stages up to date after their records changed.
 * @param em a transaction that has locked the accounts
 */
export async function applyRecordChanges(
  context: VerdictContext,
  em: Em,
  changes: StageChange[],
  cause: CauseOf,
): Promise<void> {
  const states = await deriveStages(em, changes);
  const stages = changes.map(({ stage }) => ({ stage, state: states.get(stage.id) }));
  await storeVerdicts(context, em, stages, cause);
}
