import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { writeFolds } from "./derived-rows.ts";
import { readGroupsOfMany } from "./read-records.queries.ts";
import type { RecordStage } from "./record-stages.queries.ts";
import { StageFold } from "./stage-fold.rule.ts";
import type { StageState } from "./stage-state.rule.ts";

/** A stage that has had records, with the state after the last of them. */
interface ContinuedStage {
  stage: RecordStage;
  state: StageState;
}

/**
 * Plays the records that follow all others of their stages. The number of SQL statements does not depend on the number
 * of stages, because a call of the feed adds a few records to many of them.
 */
export async function appendRecords(
  kysely: Kysely<Tables>,
  stages: ContinuedStage[],
): Promise<ContinuedStage[]> {
  const parts = stages.map(({ stage, state }) => ({ stage, from: state.time! + 1 }));
  const groups = await readGroupsOfMany(kysely, parts);
  const folds = stages.map(({ stage, state }) => {
    const fold = new StageFold(stage, state);
    for (const group of groups.get(stage.id)!) fold.play(group);
    return { stage, fold, state: fold.state };
  });
  await writeFolds(kysely, folds);
  return folds;
}
