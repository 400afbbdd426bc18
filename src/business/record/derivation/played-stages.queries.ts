import { setImmediate } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { tradingDays } from "../../rulebook/timeline/trading-day.rule.ts";
import type { RecordGroup } from "../../rulebook/timeline/timeline.rule.ts";
import type { LimitUse } from "../../rulebook/kinds/parts/floor.rule.ts";
import { readContested } from "../records/evidence.queries.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";
import {
  milliseconds,
  readFunding,
  readGroups,
  type RecordsFrom,
} from "../records/read-records.queries.ts";
import { StageFold } from "./stage-fold.rule.ts";
import {
  initialState,
  isFundingDecided,
  isOutdated,
  readState,
  type StageState,
} from "./stage-state.rule.ts";

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
  return isOutdated(state, stage) ? replayAll(kysely, stage) : state;
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

/** Before every record. */
export const BEGINNING = Number.NEGATIVE_INFINITY;

/** The state to continue from, and the first record that it does not contain. */
export interface Start extends RecordsFrom {
  state: StageState;
  /** The operations that fund a stage with a carried balance, if the state has not decided that. */
  funding?: readonly string[];
}

/** Returns the start of a stage, before its first record. @param until the last record that is played */
export async function readBeginning(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  until?: number,
): Promise<Start> {
  const funding = await readFunding(kysely, stage, until);
  const contested = await readContested(kysely, [stage]);
  const state = initialState(stage, contested.get(stage.id));
  return { stage, from: BEGINNING, state, funding };
}

/** Returns the state after all records of a stage, and writes nothing. */
export async function replayAll(kysely: Kysely<Tables>, stage: RecordStage): Promise<StageState> {
  return replayWithoutWriting(kysely, await readBeginning(kysely, stage));
}

/** Returns the state after the last record up to a time, replayed from the start of that record's day. */
export async function replayUntil(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  until: number,
): Promise<StageState> {
  const start = await readDayStart(kysely, stage, tradingDays(stage.dayStart)(until).name, until);
  return replayWithoutWriting(kysely, { ...start, until });
}

/**
 * Returns the state at the start of a day, or of the last day with records before it. If an earlier engine stored that
 * state, or if the funding was not decided then, returns the one before all records.
 * @param until the last record that is played
 */
export async function readDayStart(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  day: string,
  until?: number,
): Promise<Start> {
  const stored = await selectCheckpoints(kysely, stage)
    .where("day", "<=", sql<string>`${day}::date`)
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  const state = stored && readState(stored.checkpoint);
  return state && !isOutdated(state, stage) && isFundingDecided(state, stage)
    ? { stage, from: stored.startsAt, state }
    : readBeginning(kysely, stage, until);
}

/**
 * Returns the states at the starts of all days with records, oldest first. If an earlier engine stored any of them, all
 * records are played again.
 */
export async function readDayStarts(
  kysely: Kysely<Tables>,
  stage: RecordStage,
): Promise<{ startsAt: number; state: StageState }[]> {
  const rows = await selectCheckpoints(kysely, stage).orderBy("day").execute();
  const stored = rows.map(({ startsAt, checkpoint }) => ({
    startsAt,
    state: readState(checkpoint),
  }));
  if (!stored.some(({ state }) => isOutdated(state, stage))) return stored;
  const start = await readBeginning(kysely, stage);
  const fold = foldFrom(start);
  const played: typeof stored = [];
  for await (const groups of readGroups(kysely, start)) {
    await playGroups(fold, groups);
    for (const { draft, checkpoint } of fold.takeChanges().days) {
      if (checkpoint) played.push({ startsAt: draft.startsAt, state: checkpoint });
    }
  }
  return played;
}

const selectCheckpoints = (kysely: Kysely<Tables>, stage: RecordStage) =>
  kysely
    .selectFrom("trading_days")
    .select("checkpoint")
    .select(milliseconds("starts_at").as("startsAt"))
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id);

async function replayWithoutWriting(kysely: Kysely<Tables>, start: Start): Promise<StageState> {
  const fold = foldFrom(start);
  for await (const groups of readGroups(kysely, start)) await playGroups(fold, groups);
  return fold.state;
}

/** Returns a fold that continues from a state. */
export function foldFrom({ stage, state, funding }: Start): StageFold {
  return new StageFold(stage, state, funding);
}

/** Yields to the event loop, so that a long record does not block other calls. */
export async function playGroups(fold: StageFold, groups: RecordGroup[]): Promise<void> {
  for (const [index, group] of groups.entries()) {
    fold.play(group);
    if (index % 2_000 === 1_999) await setImmediate();
  }
}
