import { sql } from "kysely";
import type { FigureFacts } from "./figure.ts";
import { type FigureFilter, passes, userOfStage } from "./filter.ts";
import { duringPeriod, secondsBetween } from "./instants.ts";
import type { Period } from "./period.rule.ts";

/** Stages by their start, as they stand now. */
export function funnelFacts(period: Period, filter: FigureFilter): FigureFacts {
  return {
    facts: sql`
      select stages.started_at as at, 'stage' as kind, stages.id, ${userOfStage} as user_id,
        stages.id as stage_id, null::numeric as amount, null::text as currency,
        case when stages.outcome in ('passed', 'failed')
          then ${secondsBetween("stages.started_at", "stages.ended_at")} end as seconds,
        versions.programme_id as "programmeId", stages.programme_version_id as "programmeVersionId",
        stages.programme_step as step, stages.phase, stages.outcome, stages.ended_at
      from stages
      left join programme_versions versions on versions.id = stages.programme_version_id
      where ${duringPeriod(period, "stages.started_at")} and ${passes(filter)}`,
    keys: ["programmeId", "programmeVersionId", "step", "phase"],
    cells: {
      started: sql`true`,
      passed: sql`outcome = 'passed'`,
      failed: sql`outcome = 'failed'`,
      abandoned: sql`ended_at is not null and coalesce(outcome, 'abandoned') = 'abandoned'`,
      open: sql`ended_at is null`,
    },
    durations: {
      pass: { of: sql`outcome = 'passed'`, share: 0.5 },
      fail: { of: sql`outcome = 'failed'`, share: 0.5 },
    },
  };
}
