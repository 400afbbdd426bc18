import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { LimitUse } from "../../rulebook/engine/floor.rule.ts";
import type { RecordStage } from "./record-stages.queries.ts";
import { replayAll } from "./replay-records.ts";
import { isOutdated, readState, type StageState } from "./stage-state.rule.ts";

/** A stage with the state after the last record that was played: what the records hand over to the verdict. */
export interface PlayedStage {
  stage: RecordStage;
  /** Absent if the stage has never had records. */
  state: StageState | undefined;
  /** What the records that were just played have used of the limits; absent if none were. */
  uses?: LimitUse[];
}

/** Reads stages with the states after their last records. */
export async function readPlayedStages(
  kysely: Kysely<Tables>,
  stages: RecordStage[],
): Promise<PlayedStage[]> {
  const played = await readEachPlayedStage(kysely, stages);
  return stages.map(({ id }) => played.get(id)!());
}

/** Like `readPlayedStages`, but a state that cannot be read does not affect the others: only its function throws. */
export async function readEachPlayedStage(
  kysely: Kysely<Tables>,
  stages: RecordStage[],
): Promise<Map<number, () => PlayedStage>> {
  const rows = await readProgress(kysely, stages);
  const stored = new Map(rows.map(({ stage_id, state }) => [stage_id, state]));
  const played = new Map<number, () => PlayedStage>();
  for (const stage of stages) {
    const existing = stored.get(stage.id);
    try {
      const state = existing && (await replayOutdated(kysely, stage, readState(existing)));
      played.set(stage.id, () => ({ stage, state }));
    } catch (error) {
      played.set(stage.id, () => {
        throw error;
      });
    }
  }
  return played;
}

/**
 * Returns the state itself, or that of the present engine if an earlier one stored it. After an upgrade, records are
 * played again for each read until a rebuild has reached their stage.
 */
export async function replayOutdated(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  state: StageState,
): Promise<StageState> {
  return isOutdated(state) ? replayAll(kysely, stage) : state;
}

/** Reads states as they are stored, by stage id; an earlier engine may have stored them. */
export async function readStoredStates(
  kysely: Kysely<Tables>,
  stages: { stage: RecordStage }[],
): Promise<Map<number, StageState>> {
  const rows = await readProgress(
    kysely,
    stages.map(({ stage }) => stage),
  );
  return new Map(rows.map(({ stage_id, state }) => [stage_id, readState(state)]));
}

const readProgress = (kysely: Kysely<Tables>, stages: RecordStage[]) =>
  kysely
    .selectFrom("stage_progress")
    .select(["stage_id", "state"])
    .where("account_id", "=", sql<number>`any(${stages.map(({ accountId }) => accountId)})`)
    .where("stage_id", "=", sql<number>`any(${stages.map(({ id }) => id)})`)
    .execute();
