import { storedCents } from "../../../platform/money/money.ts";
import type { Rules } from "../rules/rules.schema.ts";
import { carriedFunding } from "../timeline/carried-funding.rule.ts";
import {
  type Engine,
  engineOf,
  groupByInstant,
  type RecordGroup,
  Timeline,
} from "../timeline/timeline.rule.ts";
import type { TradingRecord } from "../timeline/trading-record.rule.ts";
import type { Calendar } from "../timeline/calendar.rule.ts";
import { contestedOf, initialJudgeState, storeJudge } from "./judge-state.rule.ts";
import { Judge } from "./judge.rule.ts";
import type { Judgement, JudgedStage, Waiver } from "./verdict.schema.ts";

/** What a stage is judged with, besides its rules and records. */
export interface JudgedWith {
  /** The breaches that people have set aside. */
  waivers?: readonly Waiver[];
  calendar?: Calendar | null;
  /** An earlier version, to judge as it did; by default, the one that judges such a stage. */
  engine?: Engine;
}

/**
 * Judges a stage from its whole record. The server, the browser and `npm run verify` share this function.
 * @param records the records of the stage in any order; those later than `asOf` are ignored
 * @param asOf milliseconds since 1970 UTC
 */
export function judgeRecords(
  stage: JudgedStage,
  rules: Rules | null,
  records: TradingRecord,
  asOf: number,
  judgedWith: JudgedWith = {},
): Judgement {
  return judgeGroups(stage, rules, groupByInstant(records), asOf, judgedWith);
}

/** @param all the records by instant, in chronological order */
export function judgeGroups(
  stage: JudgedStage,
  rules: Rules | null,
  all: RecordGroup[],
  asOf: number,
  { waivers = [], calendar = null, engine }: JudgedWith = {},
): Judgement {
  const { id, currency, rulesVersionId, evidence } = stage;
  const account = {
    id,
    currency,
    rulesVersionId,
    initialBalance: storedCents(stage.initialBalance),
    startedAt: Date.parse(stage.startedAt),
    endedAt: stage.endedAt === null ? null : Date.parse(stage.endedAt),
    waivers,
    calendar,
    carriedBalance: carriedOf(stage),
  };
  const groups = all.filter(({ time }) => time <= asOf);
  const deals = groups.flatMap((group) => group.deals);
  const contested = contestedOf(rules, evidence.conflicts, deals);
  const state = storeJudge(initialJudgeState(account.initialBalance, contested));
  const judge = new Judge(account, rules, state);
  const timeline = timelineOf(stage, groups, engine ?? engineOf(account, rules));
  for (const group of groups) judge.play(timeline.play(group));
  const judgement = judge.conclude(asOf, evidence);
  return engine === "1" ? { ...judgement, engine } : judgement;
}

const carriedOf = ({ carriedBalance = null }: Pick<JudgedStage, "carriedBalance">) =>
  carriedBalance === null ? null : storedCents(carriedBalance);

/** Returns the timeline of a stage before its first record. @param groups all records, in chronological order */
export function timelineOf(
  stage: Pick<JudgedStage, "initialBalance" | "carriedBalance">,
  groups: RecordGroup[],
  engine: Engine,
): Timeline {
  const initialBalance = storedCents(stage.initialBalance);
  const carried = carriedOf(stage);
  if (carried === null) return new Timeline(initialBalance, undefined, engine);
  const operations = groups.flatMap((group) => group.operations);
  const firstDealAt =
    groups.find(({ deals }) => deals.length > 0)?.time ?? Number.POSITIVE_INFINITY;
  const funding = carriedFunding(initialBalance, carried, operations, firstDealAt);
  return new Timeline(initialBalance, undefined, engine, funding);
}
