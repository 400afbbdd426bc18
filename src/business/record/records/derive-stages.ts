import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { notifyTopics } from "../../../platform/live/live-updates.ts";
import type { LimitUse } from "../../rulebook/engine/floor.rule.ts";
import { deriveTrades } from "./derive-trades.ts";
import { countClosedTrades, writeFolds } from "./derived-rows.ts";
import { type PlayedStage, readStoredStates } from "./played-stage.queries.ts";
import { followRecords } from "./recorded-account.ts";
import { accountIdsOf, type RecordStage } from "./record-stages.queries.ts";
import { BEGINNING, replayRecords } from "./replay-records.ts";
import { isOutdated, type StageState } from "./stage-state.rule.ts";
import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { readGroupsOfMany } from "./read-records.queries.ts";
import { StageFold } from "./stage-fold.rule.ts";

/** A change to the records of a stage. */
export interface StageChange {
  stage: RecordStage;
  /** The time of the earliest record that was added or no longer counts; `null` if only sources changed. */
  from: number | null;
  /** The positions whose deals changed; all of them if absent. */
  positions?: string[];
  /** Whether only snapshots were added. */
  hasNoBookings?: boolean;
}

/** Returns a change that causes all rows of a stage to be derived from its records again. */
export function wholeStage(stage: RecordStage): StageChange {
  return { stage, from: BEGINNING };
}

/**
 * Brings the derived rows of stages up to date after their records changed: trades, trading days, the equity curve
 * and the account's figures. Records that follow all others are appended; otherwise the record is replayed from the
 * day of the earliest one on.
 * @param transaction a transaction that has locked the accounts
 */
export async function deriveStages(
  transaction: Transaction,
  changes: StageChange[],
): Promise<PlayedStage[]> {
  const kysely = kyselyOf(transaction);
  const withDeals = changes.filter(({ positions }) => positions?.length !== 0);
  const days = await deriveTrades(kysely, withDeals);
  const states = await readStoredStates(kysely, changes);
  const ways = Map.groupBy(changes, (change) => wayOf(change, states.get(change.stage.id)));
  const unbooked = new Set<RecordStage>();
  const played = new Map(states);
  const uses = new Map<number, LimitUse[]>();
  for (const { stage, from } of ways.get("replay") ?? []) {
    const replayed = await replayRecords(kysely, stage, from ?? BEGINNING, states.get(stage.id));
    for (const day of replayed.days) days.set(stage.id, withDay(days.get(stage.id), day));
    played.set(stage.id, replayed.state);
    uses.set(stage.id, replayed.uses);
  }
  const append = ways.get("append") ?? [];
  const continued = append.map(({ stage, hasNoBookings }) => ({
    stage,
    state: states.get(stage.id)!,
    hasNoBookings,
  }));
  for (const { stage, state, uses: used } of await appendRecords(kysely, continued)) {
    // Snapshots alone do not change a balance.
    if (state.lastBooked === states.get(stage.id)!.lastBooked) unbooked.add(stage);
    played.set(stage.id, state);
    uses.set(stage.id, used);
  }
  await countClosedTrades(kysely, changes, days);
  const stages = changes.map(({ stage }) => stage);
  await followRecords(kysely, accountIdsOf(stages.filter((stage) => !unbooked.has(stage))));
  const topics = accountIdsOf(stages).map((id) => `account:${id}` as const);
  await notifyTopics(kysely, topics);
  return changes.map(({ stage }) => ({
    stage,
    state: played.get(stage.id),
    uses: uses.get(stage.id) ?? [],
  }));
}

type Way = "append" | "replay" | "unchanged";

/** @param state the state after the last record, as it is stored */
function wayOf({ from }: StageChange, state: StageState | undefined): Way {
  if (state && isOutdated(state)) return "replay";
  if (from === null) return "unchanged";
  return state && state.time !== null && from > state.time ? "append" : "replay";
}

function withDay(days: Set<string> | undefined, day: string): Set<string> {
  return (days ?? new Set<string>()).add(day);
}

/** A stage that has had records, with the state after the last of them. */
interface ContinuedStage {
  stage: RecordStage;
  state: StageState;
  hasNoBookings?: boolean | undefined;
}

interface AppendedStage extends ContinuedStage {
  /** What the appended records have used of the limits. */
  uses: LimitUse[];
}

/**
 * Plays the records that follow all others of their stages. The number of SQL statements does not depend on the number
 * of stages, because a call of the feed adds a few records to many of them.
 */
async function appendRecords(
  kysely: Kysely<Tables>,
  stages: ContinuedStage[],
): Promise<AppendedStage[]> {
  const parts = stages.map(({ stage, state, hasNoBookings }) => ({
    stage,
    from: state.time! + 1,
    hasNoBookings,
  }));
  const groups = await readGroupsOfMany(kysely, parts);
  const folds = stages.map(({ stage, state }) => {
    const fold = new StageFold(stage, state);
    for (const group of groups.get(stage.id)!) fold.play(group);
    return { stage, fold, state: fold.state, uses: fold.uses };
  });
  await writeFolds(kysely, folds);
  return folds;
}
