import { createHash } from "node:crypto";
import { canonicalJson } from "../../../platform/fields/canonical-json.rule.ts";
import { toCaseCalendar } from "../../rulebook/calendar/case-calendar.rule.ts";
import type { CaseCalendar } from "../../rulebook/calendar/case-calendar.schema.ts";
import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { PlayedStage } from "../derivation/played-stages.queries.ts";
import { hashRules } from "../../rulebook/rules/rule-sets.ts";
import type { LimitRoom, LimitUse } from "../../rulebook/kinds/parts/floor.rule.ts";
import { Judge } from "../../rulebook/engine/judge.rule.ts";
import type { Judgement, StageEvidence, Verdict } from "../../rulebook/engine/verdict.schema.ts";
import type { JudgedConduct } from "../conduct/keep-findings.ts";
import { brokenConduct } from "./review-subject.rule.ts";
import { readEvidence } from "../records/evidence.queries.ts";
import type { Context } from "../../../platform/context.ts";

/** A played stage with its judgement as of a time. */
export interface StageJudgement extends PlayedStage {
  /** Milliseconds since 1970 UTC. */
  asOf: number;
  judgement: Judgement;
  /** What the records that were just played, and the time since, have used of the limits. */
  uses: LimitUse[];
  closest: LimitRoom | null;
  /** When time alone may change the judgement; infinite for never. */
  nextEventAt: number;
}

/** Of a stage that is judged by its records alone. */
export const noEvidence: StageEvidence = { conflicts: [], inconsistentStatements: [] };

/**
 * Judges a stage as of a time.
 * @param asOf must not be before the last record of the state
 * @param evidence the evidence of all records; only what is not later than `asOf` counts
 */
export function judgeStage(
  { stage, state, uses = [] }: PlayedStage,
  asOf: number,
  evidence: StageEvidence,
): StageJudgement {
  const judge = new Judge(stage, stage.rules, state?.judge);
  const judgement = judge.conclude(asOf, evidence);
  const used = [...uses, ...judge.uses];
  const { closest, nextEventAt } = judge;
  return { stage, state, asOf, judgement, uses: used, closest, nextEventAt };
}

/** Judges the stages that have rules. @param asOf returns the time as of which a stage is judged */
export async function judgeStages(
  kysely: Kysely<Tables>,
  stages: PlayedStage[],
  asOf: (stage: PlayedStage) => number,
): Promise<StageJudgement[]> {
  const withRules = stages.filter(({ stage }) => stage.rules !== null);
  if (withRules.length === 0) return [];
  const evidence = await readEvidence(
    kysely,
    withRules.map(({ stage }) => stage),
  );
  return withRules.map((played) =>
    judgeStage(played, asOf(played), evidence.get(played.stage.id)!),
  );
}

/**
 * Returns the time as of which a stage is judged: for an ended stage, its end at the latest. Records that count,
 * such as those of a confirmed statement or of a platform whose clock is ahead, are included whatever their time.
 */
export function latestAsOf({ stage, state }: PlayedStage, now: number): number {
  const last = state?.time ?? Number.NEGATIVE_INFINITY;
  return Math.max(Math.min(now, stage.endedAt ?? Number.POSITIVE_INFINITY), last);
}

/**
 * Adds the hashes and the version of the time zone data, which identify the inputs of a judgement.
 * @param played the stage, with the state by which it was judged
 */
export function completeVerdict(
  played: PlayedStage,
  judgement: Judgement,
  recordsSha256: string,
): Verdict {
  const { rules } = played.stage;
  const { calendar, ...decided } = judgement;
  return {
    ...decided,
    ...(calendar !== undefined && { calendar: calendar && hashedCalendar(played, judgement) }),
    rulesSha256: rules && hashRules(rules),
    recordsSha256,
    zoneData: process.versions.tz ?? "unknown",
  };
}

function hashedCalendar(played: PlayedStage, judgement: Judgement) {
  const calendar = calendarOf(played, judgement)!;
  const sha256 = createHash("sha256").update(canonicalJson(calendar)).digest("hex");
  return { versionId: calendar.versionId, sha256 };
}

/** Returns the part of the calendar by which a stage was judged; `null` if its verdict names none. */
export function calendarOf(
  { stage, state }: PlayedStage,
  { asOf, calendar }: Judgement,
): CaseCalendar | null {
  if (!calendar || !stage.calendar) return null;
  const first = Number(state?.judge["start"] ?? stage.startedAt);
  const startedAt = Math.min(stage.startedAt, first);
  return toCaseCalendar(stage.calendar, { startedAt, asOf: Date.parse(asOf) });
}

/**
 * Returns the key of a verdict: the version of the rules, the outcome, the status of each rule, and a hash of what was found
 * about conduct. A verdict is kept if its key differs from the previous one.
 */
export function verdictKey({ rulesVersionId, outcome, rules, conduct = [] }: Judgement): string {
  const statuses = rules.map(({ status }) => status);
  const parts = [rulesVersionId, outcome, ...statuses, ...conduct.map(({ status }) => status)];
  const found = conduct.flatMap(({ findings }) =>
    findings.map(({ key, status, consequence }) => [key, status, consequence]),
  );
  if (found.length === 0) return parts.join(" ");
  return [...parts, createHash("sha256").update(JSON.stringify(found)).digest("hex")].join(" ");
}

/** Returns what a judgement says about conduct; nothing if the stage has no such rules, or no longer. */
export function conductOf({ stage, judgement }: StageJudgement): JudgedConduct {
  return {
    stage,
    conduct: judgement.conduct ?? [],
    endedBy: brokenConduct(judgement).map(({ finding }) => finding.key),
  };
}

/** The context for keeping verdicts, which writes rows, audit events and notices. */
export type VerdictContext = Pick<Context, "clock" | "config" | "outbox" | "letterhead">;
