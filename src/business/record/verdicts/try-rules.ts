import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import { readCalendars } from "../../rulebook/calendar/calendar.queries.ts";
import { usesCalendar } from "../../rulebook/engine/judge.rule.ts";
import { replayAll } from "../derivation/played-stages.queries.ts";
import { readStagesById, type RecordStage } from "../records/record-stages.queries.ts";
import { judgeStage, latestAsOf, noEvidence } from "./judge-stage.ts";
import type { RulesTrial, TryRulesInput } from "./verdicts.schema.ts";

/** Stages are judged one after the other, so their number and the time that they take are bounded. */
const MAX_STAGES = 200;
const MAX_MILLISECONDS = 5_000;

const TRIAL_DAYS = 90;

/**
 * Judges running stages as if they had always had these rules, the newest first, and stores nothing: those of a rule
 * set, or all that have rules.
 */
export async function tryRules(
  { clock, database: { kysely } }: Pick<Context, "clock" | "database">,
  { rules, ruleSetId }: TryRulesInput,
): Promise<RulesTrial> {
  const stages = await readRunning(kysely, ruleSetId);
  const [newest = null] = usesCalendar(rules) ? await readCalendars(kysely, [null]) : [];
  const now = clock.now().getTime();
  const since = new Date(now - TRIAL_DAYS * DAY).toISOString();
  const conduct = (rules.conduct ?? []).map(() => ({ findings: 0, stages: 0 }));
  const trial: RulesTrial = { days: TRIAL_DAYS, stages: 0, isSample: false, ended: 0, conduct };
  const stopAt = performance.now() + MAX_MILLISECONDS;
  for (const stored of stages) {
    if (trial.stages === MAX_STAGES || performance.now() > stopAt) {
      trial.isSample = true;
      break;
    }
    const stage: RecordStage = {
      ...stored,
      rules,
      waivers: [],
      calendar: newest,
      dayStart: rules.day,
      maxGapSeconds: rules.observation.maxGapSeconds,
    };
    const played = { stage, state: await replayAll(kysely, stage) };
    // What conflicts and statements say about a record is not part of a trial.
    const { judgement } = judgeStage(played, latestAsOf(played, now), noEvidence);
    trial.stages += 1;
    if (judgement.endedAt !== null) trial.ended += 1;
    for (const { index, findings } of judgement.conduct ?? []) {
      const recent = findings.filter(({ at }) => at >= since);
      const found = conduct[index]!;
      found.findings += recent.length;
      if (recent.length > 0) found.stages += 1;
    }
  }
  return trial;
}

/** Reads one stage more than are judged, the newest first. */
async function readRunning(
  kysely: Context["database"]["kysely"],
  ruleSetId: number | undefined,
): Promise<RecordStage[]> {
  let running = kysely
    .selectFrom("stages")
    .select("id")
    .where("ended_at", "is", null)
    .where("rules_version_id", "is not", null)
    .orderBy("id", "desc")
    .limit(MAX_STAGES + 1);
  if (ruleSetId !== undefined) {
    running = running.where(
      "rules_version_id",
      "in",
      sql<number>`(select id from rule_versions where rule_set_id = ${ruleSetId})`,
    );
  }
  const rows = await running.execute();
  const stages = await readStagesById(
    kysely,
    rows.map(({ id }) => id),
  );
  return stages.toSorted((a, b) => b.id - a.id);
}
