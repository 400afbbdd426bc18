import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { fromNow } from "../../../platform/time/clock.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import { COUNT_CAP, type Total } from "../../../platform/lists/counted-slices.ts";
import { isUnpaid } from "../../money/payouts/payouts.queries.ts";
import { isConflicting, isHeld } from "../../record/statements/statements.queries.ts";
import { FORGOTTEN_AFTER, SILENT_AFTER } from "../../record/actions/action.rule.ts";
import { isDisabled } from "../../record/actions/actions.queries.ts";
import { countRows } from "../../office/counters/counters.ts";
import type { EnforcementOutlook, Waiting } from "./overview.schema.ts";

/** Counts rows up to `COUNT_CAP`, and reads at most one more. Each row is found through an index. */
const count = (rows: RawBuilder<unknown>) =>
  sql<Total>`(select json_build_object(
      'total', least(count(*), ${sql.lit(COUNT_CAP)}), 'exceedsTotal', count(*) > ${sql.lit(COUNT_CAP)})
    from (${rows} limit ${sql.lit(COUNT_CAP + 1)}) as rows)`;

const isPending = sql`payout_requests where status = 'pending'`;
const isOpen = sql`reviews where decision is null`;
/** Decided appeals have places above all ids: see the entity. */
const isUndecided = sql`appeals where place <= 2147483647`;
const held = sql`statements where ${isHeld}`;
const conflicting = sql`statements where ${isConflicting}`;

const isInOpenRun = sql`payments where status = 'open'`;
const isProposed = sql`actions where status = 'proposed'`;

/** Reads when the oldest request was made that is not paid; one row by index, and the few open payments. */
const oldestUnpaid = sql`select least(
    (select created_at from payout_requests where ${isUnpaid} order by id limit 1),
    (select min(payout_requests.created_at) from payments
      join payout_requests on payout_requests.id = payout_id where payments.status = 'open'))`;

const mailsIn = (state: "failed" | "retry") =>
  count(sql`select from pgboss.job where name = 'mail' and state = ${sql.lit(state)}`);

const isPaused = sql`webhook_endpoints where pause_reason in ('failures', 'gone')`;

/** Excludes test events, whose failure is shown to the person who sent them. */
const failedSince = (time: string) => sql`event_deliveries as delivery
  on delivery.endpoint_id = endpoint.id and delivery.status = 'failed'
    and delivery.last_attempt_at > ${time}
  join webhook_events as event on event.id = delivery.event_id and event.type <> 'webhook.test'`;

/** Excludes webhooks that an administrator has paused. */
const isTroubled = (time: string) => sql`webhook_endpoints as endpoint
  where endpoint.pause_reason is distinct from 'administrator' and (endpoint.paused_at is not null
    or endpoint.failing_since is not null
    or endpoint.id in (select endpoint.id from webhook_endpoints as endpoint
      join ${failedSince(time)}))`;

/** Selects when bridges were last heard that have fallen silent. */
const silent = (since: string, until: string) => sql`
  select greatest(last_feed_at, last_poll_at) as heard from api_tokens where revoked_at is null
    and scopes && array['feed:write', 'actions:execute']
    and greatest(last_feed_at, last_poll_at) > ${since}
    and greatest(last_feed_at, last_poll_at) <= ${until}`;

interface WaitingRow {
  overThreeDays: Total;
  oneToThreeDays: Total;
  underOneDay: Total;
  oldestPayout: string | null;
  reviews: Total;
  oldestReview: string | null;
  statements: Total;
  oldestStatement: string | null;
  conflicts: Total;
  oldestConflict: string | null;
  payments: Total;
  oldestPayment: string | null;
  appeals: Total;
  oldestAppeal: string | null;
  actions: Total;
  oldestAction: string | null;
  silentBridges: number;
  oldestSilence: string | null;
  failed: Total;
  retrying: Total;
  webhooks: Total;
  pausedWebhooks: Total;
  failedDeliveries: Total;
}

/** Counts what awaits an administrator, in one statement whose cost does not grow with the tables. */
export async function readWaiting({
  clock,
  database,
}: Pick<Context, "clock" | "database">): Promise<Waiting> {
  const day = fromNow(clock, -DAY).toISOString();
  const threeDays = fromNow(clock, -3 * DAY).toISOString();
  const forgotten = fromNow(clock, -FORGOTTEN_AFTER).toISOString();
  const silentSince = fromNow(clock, -SILENT_AFTER).toISOString();
  const { rows } = await sql<WaitingRow>`select
    ${count(sql`select from ${isPending} and created_at <= ${threeDays}`)} as "overThreeDays",
    ${count(sql`select from ${isPending} and created_at > ${threeDays} and created_at <= ${day}`)} as "oneToThreeDays",
    ${count(sql`select from ${isPending} and created_at > ${day}`)} as "underOneDay",
    (select created_at from ${isPending} order by created_at limit 1) as "oldestPayout",
    ${count(sql`select from ${isOpen}`)} as reviews,
    (select created_at from ${isOpen} order by id limit 1) as "oldestReview",
    ${count(sql`select from ${isUndecided}`)} as appeals,
    (select created_at from ${isUndecided} order by place limit 1) as "oldestAppeal",
    ${count(sql`select from ${held}`)} as statements,
    (select created_at from ${held} order by id limit 1) as "oldestStatement",
    ${count(sql`select from ${conflicting}`)} as conflicts,
    (select created_at from ${conflicting} order by id limit 1) as "oldestConflict",
    ${count(sql`select from payout_requests where ${isUnpaid} union all select from ${isInOpenRun}`)} as payments,
    (${oldestUnpaid}) as "oldestPayment",
    ${count(sql`select from ${isProposed}`)} as actions,
    (select requested_at from ${isProposed} order by id limit 1) as "oldestAction",
    (select count(*)::int from (${silent(forgotten, silentSince)}) as bridge) as "silentBridges",
    (select min(heard) from (${silent(forgotten, silentSince)}) as bridge) as "oldestSilence",
    ${mailsIn("failed")} as failed,
    ${mailsIn("retry")} as retrying,
    ${count(sql`select from ${isTroubled(day)}`)} as webhooks,
    ${count(sql`select from ${isPaused}`)} as "pausedWebhooks",
    ${count(sql`select from webhook_endpoints as endpoint join ${failedSince(day)}`)} as "failedDeliveries"`.execute(
    database.kysely,
  );
  return present(rows[0]!);
}

function present(row: WaitingRow): Waiting {
  const { overThreeDays, oneToThreeDays, underOneDay, failed, retrying } = row;
  const queue = (total: Total, oldest: string | null) => ({ ...total, oldest: dateOf(oldest) });
  const oldest = dateOf(row.oldestPayout);
  return {
    payouts: { overThreeDays, oneToThreeDays, underOneDay, oldest },
    reviews: queue(row.reviews, row.oldestReview),
    statements: queue(row.statements, row.oldestStatement),
    conflicts: queue(row.conflicts, row.oldestConflict),
    payments: queue(row.payments, row.oldestPayment),
    appeals: queue(row.appeals, row.oldestAppeal),
    actions: queue(row.actions, row.oldestAction),
    bridges: { count: row.silentBridges, oldest: dateOf(row.oldestSilence) },
    mails: { failed, retrying },
    webhooks: {
      ...row.webhooks,
      paused: row.pausedWebhooks,
      failed: row.failedDeliveries,
    },
  };
}

const dateOf = (time: string | null) => (time === null ? null : new Date(time));

type OutlookCounts = Omit<EnforcementOutlook, "exceedsTotal"> & { open: number };

/**
 * Counts what the events that can ask for actions would be about today. Reads at most `COUNT_CAP` open reviews and
 * unpaid payouts.
 */
export async function readEnforcementOutlook({
  database,
}: Pick<Context, "database">): Promise<EnforcementOutlook> {
  const cap = sql.lit(COUNT_CAP);
  const { rows } = await sql<OutlookCounts>`
    with open as (
      select reviews.id, kind, account_id, login from reviews
      join trading_accounts on trading_accounts.id = account_id
      where decision is null order by reviews.id limit ${cap}),
    breaches as (select * from open where kind = 'breach'),
    unpaid as (
      select login from payout_requests
      join trading_accounts on trading_accounts.user_id = payout_requests.user_id
      where ${isUnpaid} limit ${cap})
    select (select count(*)::int from open) as open,
      ${countRows("account", ["active"])} as active,
      (select count(*)::int from breaches) as breaches,
      (select count(*)::int from breaches where login is null) as "breachesWithoutLogin",
      (select count(*)::int from breaches where login is not null
        and ${isDisabled(sql`breaches.account_id`, sql`breaches.login`)}) as "breachesDisabled",
      (select count(*)::int from breaches where exists (
        select from actions where actions.account_id = breaches.account_id
          and cause_kind = 'review' and cause_id = breaches.id and actions.kind = 'disable_trading'
          and status in ('proposed', 'pending'))) as "breachesCancellable",
      (select count(*)::int from open where kind = 'pass') as passes,
      (select count(*)::int from open where kind = 'pass' and login is null) as "passesWithoutLogin",
      (select count(*)::int from unpaid) as payouts,
      (select count(*)::int from unpaid where login is null) as "payoutsWithoutLogin"`.execute(
    database.kysely,
  );
  const { open, ...counts } = rows[0]!;
  return { ...counts, exceedsTotal: open >= COUNT_CAP || counts.payouts >= COUNT_CAP };
}
