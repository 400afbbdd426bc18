import { storedCents } from "../../../platform/money/money.ts";
import type { Rules } from "../rules/rules.schema.ts";
import {
  ENGINE,
  type Engine,
  groupByInstant,
  type RecordGroup,
  Timeline,
} from "../timeline/timeline.rule.ts";
import type { TradingRecord } from "../timeline/trading-record.rule.ts";
import { Judge } from "./judge.rule.ts";
import type { Judgement, JudgedStage } from "./verdict.schema.ts";

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
  engine: Engine = ENGINE,
): Judgement {
  return judgeGroups(stage, rules, groupByInstant(records), asOf, engine);
}

/**
 * @param groups the records by instant, in chronological order
 * @param engine an earlier version, to judge as it did
 */
export function judgeGroups(
  stage: JudgedStage,
  rules: Rules | null,
  groups: RecordGroup[],
  asOf: number,
  engine: Engine = ENGINE,
): Judgement {
  const initialBalance = storedCents(stage.initialBalance);
  const { id, currency, rulesVersionId, evidence } = stage;
  const startedAt = Date.parse(stage.startedAt);
  const judge = new Judge({ id, currency, rulesVersionId, initialBalance, startedAt }, rules);
  const timeline = new Timeline(initialBalance, undefined, engine);
  for (const group of groups) {
    if (group.time <= asOf) judge.play(timeline.play(group));
  }
  return { ...judge.conclude(asOf, evidence), engine };
}
