import { type RawBuilder, sql } from "kysely";
import { hasAppealableBreach } from "../../decisions/appeals/appealable-breach.queries.ts";
import { newestVersionOf } from "../../traders/agreements/acceptances.queries.ts";
import { statusOfIdentity } from "../../traders/identity/identity-status.queries.ts";
import {
  type WaitingReason,
  waitingReasonNames,
  waitingReasons,
  type waitingSubjects,
} from "../../traders/waiting/waiting.rule.ts";

/** A wait of the row `account`: why, since when, and about which record. */
const wait = (
  reason: WaitingReason,
  since: RawBuilder<unknown>,
  about: (typeof waitingSubjects)[number],
  id: RawBuilder<unknown>,
) => sql`${sql.lit(reason)} as found_reason, ${since} as since, ${sql.lit(about)} as about_kind,
  ${id} as about_id`;

const orders = sql`
  select ${wait("dispute", sql`coalesce(opened.at, orders.received_at)`, "order", sql`orders.id`)}
  from orders left join lateral (
    select max(received_at) as at from order_steps
    where order_id = orders.id and kind = 'dispute_opened') as opened on true
  where orders.user_id = account.user_id and frozen
  union all
  select ${wait("order", sql`orders.received_at`, "order", sql`orders.id`)}
  from orders where orders.user_id = account.user_id and exists (
    select from order_items where order_id = orders.id and status = 'held')`;

const reviews = sql`
  select ${wait("review", sql`reviews.created_at`, "review", sql`reviews.id`)}
  from reviews where reviews.account_id = account.id and decision is null
  union all
  select ${wait("appeal", sql`appeals.created_at`, "appeal", sql`appeals.id`)}
  from appeals where appeals.user_id = account.user_id and decision is null`;

const payouts = sql`
  select ${wait("payout", sql`created_at`, "payout", sql`id`)}
  from payout_requests where payout_requests.user_id = account.user_id and status = 'pending'
  union all
  select ${wait("unpaid", sql`coalesce(approved.at, created_at)`, "payout", sql`request.id`)}
  from payout_requests as request
  left join payments on payments.id = request.payment_id
  left join lateral (
    select max(at) as at from decisions
    where subject_kind = 'payout' and subject_id = request.id and step = 'approve') as approved on true
  where request.user_id = account.user_id and request.status = 'approved'
    and payments.status is distinct from 'paid'`;

const platform = sql`
  select ${wait("login", sql`stages.started_at`, "stage", sql`stages.id`)}
  from stages where stages.account_id = account.id and ended_at is null and account.login is null
  union all
  select case when status = 'failed' then 'failed_action' else 'action' end, requested_at, 'action', id
  from actions where actions.account_id = account.id
    and status in ('pending', 'delivered', 'failed')`;

/** Whether the action before any other of the gate for the account's login is to disable trading. */
const disabledByGate = sql`
  select requested_at, kind from actions
  where actions.account_id = account.id and actions.login = account.login and cause_kind = 'gate'
    and status in ('proposed', 'pending', 'delivered', 'done')
  order by id desc limit 1`;

/**
 * What a gate may hold back, with what the gate asks for, and since when it is there. A start that waits for something
 * else, such as the end of a stage or of the time to appeal, is not held back by a gate.
 */
const holdable = (now: Date) => sql`
  select gates.funded_step as asked, waiting_steps.created_at as began
  from waiting_steps where waiting_steps.user_id = account.user_id
  union all
  select gates.payout_approval, min(created_at)
  from payout_requests where payout_requests.user_id = account.user_id and status = 'pending'
  having count(*) > 0
  union all
  select gates.funded_step, min(coalesce(queued_at, orders.received_at))
  from orders join order_items on order_items.order_id = orders.id
  join programme_versions as version on version.id = order_items.programme_version_id
  where orders.user_id = account.user_id and order_items.status = 'queued' and kind = 'start'
    and (version.steps -> 0 ->> 'payoutEnabled')::boolean
    and not exists (
      select from stages where stages.account_id = account.id and ended_at is null)
    and (order_items.requested_at is not null
      or not ${hasAppealableBreach(sql.ref("account.id"), now)})
  having count(*) > 0
  union all
  select gates.trading, switched.requested_at
  from (${disabledByGate}) as switched
  where switched.kind = 'disable_trading' and exists (
    select from stages where stages.account_id = account.id and ended_at is null)`;

const since = sql`(held.asked ->> 'since')::timestamptz`;

/** Waits for the trader's part, if a gate holds something back. */
const gates = (now: Date) => sql`
  select part.* from (${holdable(now)}) as held
  cross join lateral (
    select case when identity.status is distinct from 'submitted' then 'identity'
        when identity.checker is null then 'identity_submitted' else 'identity_checked' end as found_reason,
      greatest(held.began, ${since}, identity.since) as since,
      case when identity.id is not null then 'identity' end as about_kind, identity.id as about_id
    from (select) as one left join (
      select latest.id, latest.checker, ${statusOfIdentity(now, "latest")} as status,
        case when latest.status = 'submitted' then latest.submitted_at
          when latest.status = 'approved' then latest.expires_at
          else latest.decided_at end as since
      from identities as latest where latest.user_id = account.user_id
      order by latest.id desc limit 1) as identity on true
    where (held.asked ->> 'identity')::boolean and identity.status is distinct from 'approved'
    union all
    select 'agreement', greatest(held.began, ${since}, newest.created_at), 'agreement', agreements.id
    from jsonb_array_elements_text(held.asked -> 'agreements') as asked (id)
    join agreements on agreements.id = asked.id::int and agreements.archived_at is null
    join lateral (${newestVersionOf}) as newest on true
    where not exists (
      select from agreement_acceptances as acceptance
      where acceptance.user_id = account.user_id and acceptance.version_id = newest.id)) as part`;

const rank = sql`case found_reason ${sql.join(
  waitingReasonNames.map(
    (reason) => sql`when ${sql.lit(reason)} then ${sql.lit(waitingReasons[reason].rank)}`,
  ),
  sql` `,
)} end`;

/**
 * Selects what accounts wait for: of all that they could wait for, the first that applies, and of its kind the oldest.
 * The columns of an account that waits for nothing are `null`.
 * @param accountIds of any number of accounts
 */
export const findWaits = (accountIds: readonly number[], now: Date) => sql`
  select account.id as account_id, account.user_id, first.*
  from trading_accounts as account
  left join gate_settings as gates on true
  left join lateral (
    select * from (
      ${orders} union all ${reviews} union all ${gates(now)} union all ${payouts}
      union all ${platform}) as wait
    order by ${rank}, since, about_id limit 1) as first on true
  where account.id = any(${accountIds}::int[])`;
