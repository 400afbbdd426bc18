import { initialState, type StageState } from "../records/stage-state.rule.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";
import { hashRules } from "../rules/hash-rules.ts";
import { Judge } from "../verdict-engine/judge.rule.ts";
import type { Judgement, StageEvidence, Verdict } from "../verdict-engine/verdict.schema.ts";

/** A judgement, and when time alone may change it: milliseconds since 1970 UTC, infinite for never. */
export interface StageJudgement {
  judgement: Judgement;
  nextEventAt: number;
}

/** A stage with the state after the last of the records that it is judged by. */
export interface StageWithState {
  stage: RecordStage;
  /** Absent if the stage has never had records. */
  state: StageState | undefined;
}

/**
 * Judges a stage as of a time.
 * @param asOf not before the last record of the state
 * @param evidence of all records; only what is not later than `asOf` counts
 */
export function judgeStage(
  { stage, state = initialState(stage.initialBalance) }: StageWithState,
  asOf: number,
  evidence: StageEvidence,
): StageJudgement {
  const judge = new Judge(stage, stage.rules, state.judge);
  const judgement = judge.conclude(asOf, evidence);
  return { judgement, nextEventAt: judge.nextEventAt };
}

/**
 * The time that a stage is judged as of: an ended stage at most of its end. Records that count, such as those
 * of a confirmed statement or a platform whose clock is ahead, are included whatever their time.
 */
export function latestAsOf({ stage, state }: StageWithState, now: number): number {
  const last = state?.time ?? Number.NEGATIVE_INFINITY;
  return Math.max(Math.min(now, stage.endedAt ?? Number.POSITIVE_INFINITY), last);
}

/** Adds what identifies the inputs of a judgement. */
export function completeVerdict(
  stage: RecordStage,
  judgement: Judgement,
  recordsSha256: string,
): Verdict {
  return {
    ...judgement,
    rulesSha256: stage.rules && hashRules(stage.rules),
    recordsSha256,
    zoneData: process.versions.tz ?? "unknown",
  };
}

/** What a verdict is kept for: the version of the rules, the outcome, and the status of each rule. */
export function verdictKey({ rulesVersionId, outcome, rules }: Judgement): string {
  return [rulesVersionId, outcome, ...rules.map(({ status }) => status)].join(" ");
}
