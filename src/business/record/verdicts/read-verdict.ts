import type { Kysely } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { formatDecimal } from "../../../platform/money/money.ts";
import {
  type PlayedStage,
  readDayStarts,
  readEachPlayedStage,
  replayOutdated,
  replayUntil,
} from "../derivation/played-stages.queries.ts";
import { readStagesById, type RecordStage } from "../records/record-stages.queries.ts";
import { readState, type StageState } from "../derivation/stage-state.rule.ts";
import type { Judgement, Verdict } from "../../rulebook/engine/verdict.schema.ts";
import { readJudge } from "../../rulebook/engine/judge-state.rule.ts";
import { isWatched } from "../../rulebook/kinds/parts/floor.rule.ts";
import { readEvidence } from "../records/evidence.queries.ts";
import {
  completeVerdict,
  judgeStage,
  latestAsOf,
  noEvidence,
  type StageJudgement,
} from "./judge-stage.ts";
import { hashAllRecords, hashStageRecords } from "../records/records-hash.queries.ts";
import type { Floor, Standing } from "./verdicts.schema.ts";

type ReadContext = Pick<Context, "clock"> & { database: { kysely: Kysely<Tables> } };

/** Judges a stage as of now, without the hashes of a verdict. */
export async function judgeNow(context: ReadContext, stage: RecordStage): Promise<StageJudgement> {
  return (await readStandings(context, [stage])).get(stage.id)!();
}

/**
 * Reads what is needed to judge stages as of now, with the same few statements for any number of them.
 * @returns functions by stage id, so that a stage that cannot be judged does not affect the others
 */
export async function readStandings(
  { clock, database: { kysely } }: ReadContext,
  stages: RecordStage[],
): Promise<Map<number, () => StageJudgement>> {
  if (stages.length === 0) return new Map();
  const now = clock.now().getTime();
  const played = await readEachPlayedStage(kysely, stages);
  const evidence = await readEvidence(kysely, stages);
  const judge = (stage: RecordStage): StageJudgement => {
    const each = played.get(stage.id)!();
    return judgeStage(each, latestAsOf(each, now), evidence.get(stage.id)!);
  };
  return new Map(stages.map((stage) => [stage.id, () => judge(stage)]));
}

/**
 * Reads the verdicts on stages as of now, by their current rules, with the same few statements for any number of them.
 * @returns by stage id
 */
export async function readVerdicts(
  context: ReadContext,
  stageIds: readonly number[],
): Promise<Map<number, Verdict>> {
  const { kysely } = context.database;
  const stages = stageIds.length === 0 ? [] : await readStagesById(kysely, stageIds);
  const standings = await readStandings(context, stages);
  const verdicts = new Map<number, Verdict>();
  for (const stage of stages) {
    const standing = standings.get(stage.id)!();
    const hash = await hashAllRecords(kysely, stage);
    verdicts.set(stage.id, completeVerdict(standing, standing.judgement, hash));
  }
  return verdicts;
}

/** How often a verdict is read again because records arrived in between. */
const ATTEMPTS = 5;

/**
 * Reads the verdict on a stage, by its current rules.
 * @param asOf the current time by default; an ended stage is judged as of its end at the latest
 */
export async function readVerdict(
  context: ReadContext,
  stage: RecordStage,
  asOf?: Date,
): Promise<Verdict> {
  const { verdict } = await readVerdictAndState(context, stage, asOf);
  return verdict;
}

/** Reads the verdict on a stage as of now, with the figures after the same record. */
export async function readStanding(context: ReadContext, stage: RecordStage): Promise<Standing> {
  const { verdict, state } = await readVerdictAndState(context, stage);
  return { verdict, figures: state ? figuresOf(state) : null };
}

/** @returns the verdict, and the state after the last record */
async function readVerdictAndState(
  context: ReadContext,
  stage: RecordStage,
  asOf?: Date,
): Promise<{ verdict: Verdict; state: StageState | undefined }> {
  const { kysely } = context.database;
  for (let attempt = 1; ; attempt += 1) {
    const { revision, state } = await readProgress(kysely, stage);
    const latest = latestAsOf({ stage, state }, (asOf ?? context.clock.now()).getTime());
    const at = asOf === undefined ? latest : Math.min(asOf.getTime(), latest);
    const verdict = await verdictAsOf(kysely, { stage, state }, at);
    // The judgement and the hash must refer to the same records.
    if (attempt === ATTEMPTS || (await readRevision(kysely, stage)) === revision) {
      return { verdict, state };
    }
  }
}

/** A deal leaves the equity unknown until the next snapshot: meanwhile, the one before it stands, with its time. */
function figuresOf({ day, net, timeline, judge }: StageState): Standing["figures"] {
  const last = day?.range.points.at(-1);
  if (!last) return null;
  const { time, equity } = last;
  const observed = equity === null ? readJudge(judge).snapshot : { time, equity };
  return {
    at: new Date(time),
    balance: formatDecimal(timeline.balance),
    equity: observed && formatDecimal(observed.equity),
    equityAt: observed && new Date(observed.time),
    closed: formatDecimal(net),
    open: equity === null ? null : formatDecimal(equity - timeline.balance),
  };
}

/** @param state the state after the last record, which may be later than `asOf` */
async function verdictAsOf(
  kysely: Kysely<Tables>,
  { stage, state }: PlayedStage,
  asOf: number,
): Promise<Verdict> {
  const evidence = (await readEvidence(kysely, [stage])).get(stage.id)!;
  if (!state || state.time === null || state.time <= asOf) {
    const { judgement } = judgeStage({ stage, state }, asOf, evidence);
    return completeVerdict({ stage, state }, judgement, await hashAllRecords(kysely, stage));
  }
  const past = { stage, state: await replayUntil(kysely, stage, asOf) };
  const { judgement } = judgeStage(past, asOf, evidence);
  return completeVerdict(past, judgement, await hashStageRecords(kysely, stage, asOf));
}

const progressOf = (kysely: Kysely<Tables>, stage: RecordStage) =>
  kysely
    .selectFrom("stage_progress")
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id);

async function readRevision(kysely: Kysely<Tables>, stage: RecordStage) {
  const row = await progressOf(kysely, stage).select("revision").executeTakeFirst();
  return row?.revision;
}

async function readProgress(kysely: Kysely<Tables>, stage: RecordStage) {
  const row = await progressOf(kysely, stage).select(["revision", "state"]).executeTakeFirst();
  const state = row && (await replayOutdated(kysely, stage, readState(row.state)));
  return { revision: row?.revision, state };
}

/** Reads the floors of a stage at the start of each trading day with records, and now; oldest first. */
export async function readFloors(
  context: Parameters<typeof judgeNow>[0],
  stage: RecordStage,
): Promise<Floor[]> {
  if (stage.rules === null) return [];
  const standing = await judgeNow(context, stage);
  const days = await readDayStarts(context.database.kysely, stage);
  const floors = new Map<string, Floor>();
  for (const { startsAt, state } of days) {
    const time = Math.max(startsAt, stage.startedAt);
    // Evidence only leads to findings, which do not move a floor.
    const { judgement } = judgeStage({ stage, state }, time, noEvidence);
    // Nothing is judged after a breach that ends the evaluation.
    if (judgement.endedAt !== null) break;
    addFloors(floors, judgement, time);
  }
  addFloors(floors, standing.judgement, endOf(standing));
  return [...floors.values()];
}

function endOf({ judgement, asOf }: StageJudgement): number {
  return judgement.endedAt === null ? asOf : Date.parse(judgement.endedAt);
}

function addFloors(floors: Map<string, Floor>, { rules }: Judgement, time: number): void {
  for (const rule of rules) {
    const { kind, index } = rule;
    if (!isWatched(kind) || !("floor" in rule) || rule.floor === null) continue;
    const key = `${kind} ${index}`;
    const line = floors.get(key) ?? { kind, index, points: [] };
    line.points.push({ time: new Date(time), floor: rule.floor });
    floors.set(key, line);
  }
}
