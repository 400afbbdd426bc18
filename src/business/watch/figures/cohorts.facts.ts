import { sql } from "kysely";
import type { FigureFacts } from "./figure.ts";
import { type FigureFilter, passes } from "./filter.ts";
import { duringPeriod, iso } from "./instants.ts";
import type { cohortsPer } from "./figure-names.rule.ts";
import type { Period } from "./period.rule.ts";

/**
 * Attempts by their first stage: a stage of a programme, with the account's next stage as long as the one before passed
 * and it is a later step of the same programme; or traders, by the first attempt that passes the filter.
 * @param mostSteps of any version of a programme
 */
export function cohortFacts(
  period: Period,
  filter: FigureFilter,
  { per, mostSteps }: { per: (typeof cohortsPer)[number]; mostSteps: number },
): FigureFacts {
  const reached = Array.from({ length: mostSteps }, (_, index) => index + 1);
  const perAttempt = per === "attempt";
  // An attempt of the period depends on the stage before its first one, and on those after it; which one was the first
  // of a trader, on all.
  const startsAt = sql`${iso(period.startsAt)}::timestamptz`;
  const isFollowed = perAttempt
    ? sql`(stages.started_at >= ${startsAt} or stages.id = started.stage_before)`
    : sql`true`;
  return {
    facts: sql`
      with known as (
        select id, programme_id, jsonb_array_length(steps) as length, array(
            select place from jsonb_array_elements(steps) with ordinality as listed (step, place)
            where (step ->> 'payoutEnabled')::boolean) as funded_steps
        from programme_versions
      ), started as materialized (
        select account_id, (
            select id from stages earlier
            where earlier.account_id = one.account_id and earlier.started_at < ${startsAt}
            order by id desc limit 1) as stage_before
        from (
          select distinct account_id from stages
          where programme_version_id is not null and ${duringPeriod(period, "stages.started_at")}
        ) as one
      ), followed as (
        select stages.account_id, stages.id, stages.started_at, stages.ended_at,
          versions.programme_id, stages.programme_step, versions.length,
          stages.programme_step = any(versions.funded_steps) as is_funded, ${passes(filter)} as passes,
          lag(stages.outcome) over account = 'passed'
            and lag(versions.programme_id) over account = versions.programme_id
            and stages.programme_step > lag(stages.programme_step) over account as continues
        from started
        join stages on stages.account_id = started.account_id and ${isFollowed}
        left join known versions on versions.id = stages.programme_version_id
        window account as (partition by stages.account_id order by stages.started_at, stages.id)
      ), numbered as (
        select followed.*, count(*) filter (where programme_id is not null and continues is not true)
          over (partition by account_id order by started_at, id) as attempt
        from followed
      ), attempts as (
        select account_id, attempt, min(started_at) as at,
          array_agg(id order by started_at, id) as stage_ids,
          array_agg(programme_step) as steps, max(length) as most, bool_or(is_funded) as funded,
          (array_agg(ended_at is null order by started_at desc, id desc))[1] as is_open,
          (array_agg(passes order by started_at, id))[1] as passes
        from numbered where programme_id is not null
        group by account_id, attempt
      ), paid as (
        select attempts.*, accounts.user_id, exists (
          select from payout_requests
          join payments on payments.payout_id = payout_requests.id and payments.status = 'paid'
          where payout_requests.user_id = accounts.user_id
            and payout_requests.stage_id = any(attempts.stage_ids)) as paid
        from attempts join trading_accounts accounts on accounts.id = attempts.account_id
        where passes ${perAttempt ? sql`and ${duringPeriod(period, "at")}` : sql``}
      ), members as (${perAttempt ? attempts : traders})
      select at, 'stage' as kind, stage_id as id, user_id, stage_id, null::numeric as amount,
        null::text as currency, null::bigint as seconds, steps, most, funded, paid, is_open
      from members where ${duringPeriod(period, "at")}`,
    keys: [],
    cells: {
      started: sql`true`,
      ...Object.fromEntries(
        reached.map((step) => [`reached_${step}`, sql<boolean>`${sql.lit(step)} = any(steps)`]),
      ),
      funded: sql`funded`,
      paid: sql`paid`,
      open: sql`is_open`,
    },
    maxima: ["most"],
  };
}

const attempts = sql`select at, stage_ids[1] as stage_id, user_id, steps, most, funded, paid, is_open from paid`;

const traders = sql`
  select min(at) as at, (array_agg(stage_ids[1] order by at, attempt))[1] as stage_id, user_id,
    array_agg(distinct step) as steps, max(most) as most, bool_or(funded) as funded,
    bool_or(paid) as paid, bool_or(is_open) as is_open
  from paid cross join unnest(steps) as step group by user_id`;
