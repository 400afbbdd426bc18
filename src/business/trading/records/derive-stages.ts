import { compareText } from "../../../platform/lib/compare-text.rule.ts";
import { setImmediate } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { kyselyOf } from "../../../platform/database/database.ts";
import { notifyTopics } from "../../../platform/live/live-updates.ts";
import type { Em } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { tradingDays } from "../../../platform/time/trading-day.rule.ts";
import { deriveTrades } from "./derive-trades.ts";
import { countClosedTrades, deleteDaysFrom, writeFold } from "./derived-rows.ts";
import { followRecords } from "./recorded-account.ts";
import type { RecordGroup } from "../timeline/timeline.rule.ts";
import { readGroups, readGroupsOfMany, type RecordsFrom } from "./read-records.queries.ts";
import type { RecordStage } from "./record-stages.queries.ts";
import { StageFold } from "./stage-fold.rule.ts";
import { initialState, isOutdated, readState, type StageState } from "./stage-state.rule.ts";

/** Before every record. */
const BEGINNING = Number.NEGATIVE_INFINITY;

/** A change to the records of a stage. */
export interface StageChange {
  stage: RecordStage;
  /** The time of the earliest record that was added or no longer counts; `null` if only sources changed. */
  from: number | null;
  /** The positions whose deals changed; all of them if absent. */
  positions?: string[];
}

/** The state to continue from, and the first record that it does not contain. */
interface Start extends RecordsFrom {
  state: StageState;
}

/**
 * Brings the derived rows of stages up to date after their records changed: trades, trading days, the equity curve
 * and the account's figures. If the new records follow all others, only they are played; otherwise the record is
 * replayed from the day of the earliest one on.
 * @param em a transaction that has locked the accounts
 * @returns the states after the last records, by stage id
 */
export async function deriveStages(
  em: Em,
  changes: StageChange[],
): Promise<Map<number, StageState>> {
  const kysely = kyselyOf(em);
  const withDeals = changes.filter(({ positions }) => positions?.length !== 0);
  const days = await deriveTrades(kysely, withDeals);
  const appended: Start[] = [];
  const states = await readStoredStates(kysely, changes);
  for (const { stage, from: changedFrom } of changes) {
    const state = states.get(stage.id);
    const from = state && isOutdated(state) ? BEGINNING : changedFrom;
    if (from === null) continue;
    const isAppended = state !== undefined && state.time !== null && from > state.time;
    if (isAppended) appended.push({ stage, state, from: state.time! + 1 });
    else {
      const { written, last } = await replay(kysely, await rewind(kysely, stage, from, state));
      for (const day of written) addTo(days, stage.id, day);
      states.set(stage.id, last);
    }
  }
  const groups = await readGroupsOfMany(kysely, appended);
  const folds = appended.map(({ stage, state: before }) => {
    const fold = foldOf(stage, before);
    for (const group of groups.get(stage.id)!) fold.play(group);
    const { state } = fold;
    return { stage, fold, state, isBooked: state.lastBooked !== before.lastBooked };
  });
  await writeFold(kysely, folds);
  for (const { stage, state } of folds) states.set(stage.id, state);
  await countClosedTrades(kysely, changes, days);
  // Snapshots alone do not change a balance.
  const unbooked = new Set(folds.filter(({ isBooked }) => !isBooked).map(({ stage }) => stage.id));
  await followRecords(kysely, accountsOf(changes.filter(({ stage }) => !unbooked.has(stage.id))));
  const topics = accountsOf(changes).map((id) => `account:${id}` as const);
  await notifyTopics(kysely, topics);
  return states;
}

function accountsOf(changes: StageChange[]): number[] {
  return [...new Set(changes.map(({ stage }) => stage.accountId))];
}

function addTo(days: Map<number, Set<string>>, stageId: number, day: string): void {
  const found = days.get(stageId) ?? new Set();
  days.set(stageId, found.add(day));
}

const foldOf = (stage: RecordStage, state: StageState) => new StageFold(stage, state);

/** Reads the states after the last records, by stage id. Stages that never had records have no entry. */
export async function readStates(
  kysely: Kysely<Tables>,
  stages: { stage: RecordStage }[],
): Promise<Map<number, StageState>> {
  const states = await readEachState(
    kysely,
    stages.map(({ stage }) => stage),
  );
  return new Map(Array.from(states, ([id, read]) => [id, read()]));
}

/** Like `readStates`, but a state that cannot be read does not affect the others: only its function throws. */
export async function readEachState(
  kysely: Kysely<Tables>,
  stages: RecordStage[],
): Promise<Map<number, () => StageState>> {
  const rows = await readProgress(kysely, stages);
  const stored = new Map(rows.map(({ stage_id, state }) => [stage_id, state]));
  const read = new Map<number, () => StageState>();
  for (const stage of stages) {
    const found = stored.get(stage.id);
    if (!found) continue;
    try {
      const state = await replayOutdated(kysely, stage, readState(found));
      read.set(stage.id, () => state);
    } catch (error) {
      read.set(stage.id, () => {
        throw error;
      });
    }
  }
  return read;
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
  if (!isOutdated(state)) return state;
  const fold = foldOf(stage, initialState(stage.initialBalance));
  for await (const groups of readGroups(kysely, { stage, from: BEGINNING })) {
    await playGroups(fold, groups);
  }
  return fold.state;
}

async function readStoredStates(
  kysely: Kysely<Tables>,
  changes: { stage: RecordStage }[],
): Promise<Map<number, StageState>> {
  const rows = await readProgress(
    kysely,
    changes.map(({ stage }) => stage),
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

/**
 * Deletes the derived days from a time on.
 * @param last the state after the last record, if there is one
 * @returns the state before them
 */
async function rewind(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  from: number,
  last: StageState | undefined,
): Promise<Start> {
  const start = { stage, state: initialState(stage.initialBalance), from: BEGINNING };
  if (from === BEGINNING) {
    await deleteDaysFrom(kysely, stage, undefined);
    return start;
  }
  const day = tradingDays(stage.dayStart)(from);
  const checkpoints = await deleteDaysFrom(kysely, stage, day.name);
  const checkpoint = checkpoints.toSorted((a, b) => compareText(a.day, b.day))[0];
  if (checkpoint) return { stage, state: readState(checkpoint.checkpoint), from: day.from };
  if (last && last.time !== null && last.time < day.from) {
    return { stage, state: last, from: last.time + 1 };
  }
  return start;
}

/** Plays the records from a state on. @returns the days that were written, and the state after the last record */
async function replay(
  kysely: Kysely<Tables>,
  { stage, state, from }: Start,
): Promise<{ written: string[]; last: StageState }> {
  const fold = foldOf(stage, state);
  const written: string[] = [];
  for await (const groups of readGroups(kysely, { stage, from })) {
    await playGroups(fold, groups);
    written.push(...(await writeFold(kysely, [{ stage, fold, state: fold.state }])));
  }
  const last = fold.state;
  // No records remain in the deleted days, so the day before them is replayed and becomes the current day again.
  if (last.day !== null || last.time === null) return { written, last };
  const rest = await replay(kysely, await rewind(kysely, stage, last.time, last));
  return { written: [...written, ...rest.written], last: rest.last };
}

/** Yields to the event loop, so that a long record does not block other calls. */
async function playGroups(fold: StageFold, groups: RecordGroup[]): Promise<void> {
  for (const [index, group] of groups.entries()) {
    fold.play(group);
    if (index % 2_000 === 1_999) await setImmediate();
  }
}

/** Returns a change that causes all rows of a stage to be derived from its records again. */
export function wholeStage(stage: RecordStage): StageChange {
  return { stage, from: BEGINNING };
}
