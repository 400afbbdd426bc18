import { sql } from "kysely";
import type { FigureFacts } from "./figure.ts";
import { type FigureFilter, passes, userOfStage } from "./filter.ts";
import { iso, secondsBetween } from "./instants.ts";
import type { Period } from "./period.rule.ts";

/** Reviews of breaches by the instant of the breach, with what was decided about them until now. */
export function breachFacts({ startsAt, endsAt }: Period, filter: FigureFilter): FigureFacts {
  return {
    facts: sql`
      select breaches.at, 'review' as kind, breaches.id, ${userOfStage} as user_id,
        breaches.stage_id, null::numeric as amount, null::text as currency,
        case when breaches.status in ('open', 'confirmed')
          then ${secondsBetween("stages.started_at", "breaches.at")} end as seconds,
        coalesce((
            select rule ->> 'kind'
            from jsonb_array_elements(breaches.verdict -> 'rules') with ordinality as listed (rule, place)
            where rule -> 'breach' ->> 'at' = breaches.verdict ->> 'endedAt'
              and coalesce(rule_versions.rules -> 'limits' -> (rule ->> 'index')::int ->> 'consequence',
                'fail') <> 'pause'
            order by place limit 1), (
            select rule ->> 'kind'
            from jsonb_array_elements(breaches.verdict -> 'conduct') with ordinality as listed (rule, place)
            where rule ->> 'status' = 'breached'
            order by place limit 1)) as "brokenKind",
        breaches.status
      from (
        select reviews.*, (reviews.verdict ->> 'endedAt')::timestamptz as at,
          case
            when granted.id is not null then 'overturned'
            when reviews.decision is null then 'open'
            when reviews.decision = 'confirm' then 'confirmed'
            else 'dismissed' end as status
        from reviews
        left join appeals granted on granted.subject_kind = 'review'
          and granted.subject_id = reviews.id and granted.decision = 'grant'
        -- As text, because that is indexed: all of these times have the same form.
        where reviews.kind = 'breach' and reviews.verdict ->> 'endedAt' >= ${iso(startsAt)}
          and reviews.verdict ->> 'endedAt' < ${iso(endsAt)}
      ) as breaches
      join stages on stages.account_id = breaches.account_id and stages.id = breaches.stage_id
      left join programme_versions versions on versions.id = stages.programme_version_id
      left join rule_versions on rule_versions.id = (breaches.verdict ->> 'rulesVersionId')::int
      where ${passes(filter)}`,
    keys: ["brokenKind"],
    cells: {
      breaches: sql`true`,
      open: sql`status = 'open'`,
      confirmed: sql`status = 'confirmed'`,
      dismissed: sql`status = 'dismissed'`,
      overturned: sql`status = 'overturned'`,
    },
    durations: { fromStart: { of: sql`status in ('open', 'confirmed')`, share: 0.5 } },
  };
}
