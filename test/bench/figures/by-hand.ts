import type { Pool } from "pg";

/** Statements for the same figures, written by hand, by month from $1 to $2 in UTC. */
const statements = {
  funnel: `
    select programme_version_id, programme_step, phase, count(*),
      count(*) filter (where outcome = 'passed'), count(*) filter (where outcome = 'failed'),
      count(*) filter (where outcome = 'abandoned'), count(*) filter (where ended_at is null),
      percentile_disc(0.5) within group (order by ended_at - started_at) filter (where outcome = 'passed'),
      percentile_disc(0.5) within group (order by ended_at - started_at) filter (where outcome = 'failed')
    from stages where started_at >= $1 and started_at < $2 group by 1, 2, 3`,
  cohorts: `
    with started as materialized (
      select account_id, (
          select max(id) from stages earlier where earlier.account_id = one.account_id and started_at < $1
        ) as stage_before
      from (select distinct account_id from stages where started_at >= $1 and started_at < $2) as one
    ), followed as (
      select account_id, id, started_at, ended_at, programme_step, programme_version_id,
        lag(outcome) over account = 'passed'
          and lag(programme_version_id) over account = programme_version_id
          and programme_step > lag(programme_step) over account as continues
      from started join stages using (account_id)
      where started_at >= $1 or id = stage_before
      window account as (partition by account_id order by started_at, id)
    ), numbered as (
      select *, count(*) filter (where continues is not true)
        over (partition by account_id order by started_at, id) as attempt from followed
    ), attempts as (
      select account_id, min(started_at) as at, array_agg(id) as stage_ids, max(programme_step) as furthest,
        bool_or(ended_at is null) as is_open
      from numbered group by account_id, attempt
    )
    select date_trunc('month', at, 'UTC'), count(*), count(*) filter (where furthest >= 1),
      count(*) filter (where furthest >= 2), count(*) filter (where furthest >= 3),
      count(*) filter (where is_open), count(*) filter (where exists (
        select from payout_requests join payments on payout_id = payout_requests.id
        where user_id = account_id and stage_id = any(stage_ids) and payments.status = 'paid'))
    from attempts where at >= $1 and at < $2 group by 1`,
  breaches: `
    select date_trunc('month', at, 'UTC'), (
        select rule ->> 'kind' from jsonb_array_elements(verdict -> 'rules') as rule
        where rule -> 'breach' ->> 'at' = verdict ->> 'endedAt'
          and rules -> 'limits' -> (rule ->> 'index')::int ->> 'consequence' is distinct from 'pause'
        limit 1) as kind, count(*),
      count(*) filter (where decision is null), count(*) filter (where decision = 'confirm'),
      count(*) filter (where decision = 'dismiss'), count(*) filter (where overturned),
      percentile_disc(0.5) within group (order by at - started_at)
    from (
      select reviews.*, rules, started_at, (verdict ->> 'endedAt')::timestamptz as at, exists (
        select from appeals where subject_kind = 'review' and subject_id = reviews.id
          and appeals.decision = 'grant') as overturned
      from reviews join stages on stages.account_id = reviews.account_id and stages.id = stage_id
      left join rule_versions on rule_versions.id = (verdict ->> 'rulesVersionId')::int
      where kind = 'breach' and verdict ->> 'endedAt' >= to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        and verdict ->> 'endedAt' < to_char($2 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) as breaches group by 1, 2`,
  money: `
    select 'orders', date_trunc('month', received_at, 'UTC'), currency, count(*), sum(total)
    from orders where received_at >= $1 and received_at < $2 group by 1, 2, 3
    union all
    select 'refunded', date_trunc('month', at, 'UTC'), currency, count(*), sum(amount)
    from order_steps join orders on orders.id = order_id
    where kind in ('refunded', 'ended', 'dispute_lost') and at >= $1 and at < $2 group by 1, 2, 3
    union all
    select 'requested', date_trunc('month', created_at, 'UTC'), currency, count(*), sum(amount)
    from payout_requests where created_at >= $1 and created_at < $2 group by 1, 2, 3
    union all
    select step, date_trunc('month', at, 'UTC'), currency, count(*), sum(amount)
    from decisions join payout_requests on payout_requests.id = subject_id
    where subject_kind = 'payout' and step in ('approve', 'reject') and at >= $1 and at < $2 group by 1, 2, 3
    union all
    select 'cancelled', date_trunc('month', at, 'UTC'), currency, count(*), sum(amount)
    from audit_events join payout_requests on payout_requests.id = payout_id
    where action = 'payout.cancelled' and at >= $1 and at < $2 group by 1, 2, 3
    union all
    select 'paid', date_trunc('month', paid_at, 'UTC'), currency, count(*), sum(amount)
    from payments where paid_at >= $1 and paid_at < $2 group by 1, 2, 3
    union all
    select 'reversed', date_trunc('month', reversed_at, 'UTC'), currency, count(*), sum(amount)
    from payments where reversed_at >= $1 and reversed_at < $2 group by 1, 2, 3`,
  waiting: `
    with waits as (
      select 'payout' as queue, at as ended, at - created_at as lasted
      from decisions join payout_requests on payout_requests.id = subject_id
      where subject_kind = 'payout' and step in ('approve', 'reject') and at >= $1 and at < $2
        and not exists (select from decisions earlier
          where earlier.subject_kind = 'payout' and earlier.subject_id = decisions.subject_id
            and earlier.step in ('approve', 'reject') and earlier.at < decisions.at)
      union all
      select 'payment', paid_at, paid_at - created_at
      from payments join payout_requests on payout_requests.id = payout_id
      where paid_at >= $1 and paid_at < $2 and not exists (select from payments earlier
        where earlier.payout_id = payments.payout_id and earlier.paid_at < payments.paid_at)
      union all
      select 'review', decided_at, decided_at - created_at from reviews
      where decided_at >= $1 and decided_at < $2
      union all
      select 'appeal', decided_at, decided_at - created_at from appeals
      where decided_at >= $1 and decided_at < $2
      union all
      select 'action', finished_at, finished_at - requested_at from actions
      where status in ('done', 'failed') and finished_at >= $1 and finished_at < $2
      union all
      select 'identity', decided_at, decided_at - submitted_at from identities
      where decided_at >= $1 and decided_at < $2
    )
    select date_trunc('month', ended, 'UTC'), queue, count(*),
      count(*) filter (where lasted <= interval '1 day'),
      percentile_disc(0.5) within group (order by lasted),
      percentile_disc(0.9) within group (order by lasted)
    from waits group by 1, 2`,
} as const;

export type MeasuredFigure = keyof typeof statements;
export const measuredFigures = Object.keys(statements) as MeasuredFigure[];

/** Reads the figure of a period by hand. */
export async function readByHand(
  pool: Pool,
  figure: MeasuredFigure,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const statement = statements[figure]
    .replaceAll("$1", "$1::timestamptz")
    .replaceAll("$2", "$2::timestamptz");
  await pool.query(statement, [`${from}T00:00:00Z`, `${to}T00:00:00Z`]);
}
