import { type RawBuilder, sql } from "kysely";
import type { FigureFacts } from "./figure.ts";
import { type FigureFilter, isAboutStages, joinStageOfRequest, passes } from "./filter.ts";
import { duringPeriod } from "./instants.ts";
import { type MoneyCell, moneyCells } from "./figure-names.rule.ts";
import type { Period } from "./period.rule.ts";

/** What was sold and given back, asked for, decided and paid, each when it happened. */
export function moneyFacts(period: Period, filter: FigureFilter): FigureFacts {
  const facts = [
    orders(period, filter),
    refunds(period, filter),
    requests(period, filter),
    decisions(period, filter),
    cancellations(period, filter),
    payments(period, filter, "paid"),
    payments(period, filter, "reversed"),
  ];
  return {
    facts: sql.join(facts, sql` union all `),
    keys: ["currency"],
    cells: Object.fromEntries(
      moneyCells.map((cell) => [cell, sql<boolean>`cell = ${sql.lit(cell)}`]),
    ),
    sums: moneyCells,
  };
}

/** An order passes if all of its items with a programme do. */
function orderPasses({ currency, ...filter }: FigureFilter): RawBuilder<boolean> {
  if (filter.step !== undefined) return sql`false`;
  const { programmeId, programmeVersionId, initialBalance } = filter;
  const conditions = [
    programmeId !== undefined && sql`versions.programme_id = ${programmeId}`,
    programmeVersionId !== undefined && sql`versions.id = ${programmeVersionId}`,
    initialBalance !== undefined && sql`order_items.initial_balance = ${initialBalance}::numeric`,
  ].filter((condition) => condition !== false);
  const ofItems = isAboutStages(filter)
    ? sql`not exists (select from order_items
        join programme_versions versions on versions.id = order_items.programme_version_id
        where order_items.order_id = orders.id and not (${sql.join(conditions, sql` and `)}))`
    : sql`true`;
  const ofCurrency = currency === undefined ? sql`true` : sql`orders.currency = ${currency}`;
  return sql`(${ofItems} and ${ofCurrency})`;
}

const orders = (period: Period, filter: FigureFilter) => sql`
  select orders.received_at as at, 'orders' as cell, 'order' as kind, orders.id, orders.user_id,
    null::int as stage_id, orders.total as amount, orders.currency, null::bigint as seconds
  from orders
  where orders.total is not null and ${duringPeriod(period, "orders.received_at")}
    and ${orderPasses(filter)}`;

/**
 * What each refund adds to those before, and what a lost dispute takes of the rest, by the clock of the shop. News of a
 * refund say how much was refunded so far, or nothing for all of it.
 */
const refunds = (period: Period, filter: FigureFilter) => sql`
  select at, cell, 'order', id, user_id, null::int, amount, currency, null::bigint from (
    select news.at, orders.id, orders.user_id, orders.currency,
      case when news.kind = 'dispute_lost' then 'chargedBack' else 'refunded' end as cell,
      case when news.kind = 'dispute_lost' then orders.total else coalesce(news.amount, orders.total) end
        - greatest(coalesce(max(case when news.kind = 'dispute_lost' then orders.total
            else coalesce(news.amount, orders.total) end) over before, 0), 0) as amount
    from order_steps news
    join orders on orders.id = news.order_id
    where orders.total is not null and ${orderPasses(filter)}
      and news.order_id in (select order_id from order_steps
        where kind in ('refunded', 'ended', 'dispute_lost') and ${duringPeriod(period, "order_steps.at")})
      and (news.kind = 'refunded'
        or (news.kind = 'ended' and exists (select from order_steps paid
          where paid.order_id = news.order_id and paid.kind = 'paid'
            and (paid.at, paid.id) < (news.at, news.id)))
        or (news.kind = 'dispute_lost' and not exists (select from order_steps closed
          where closed.order_id = news.order_id and closed.dispute = news.dispute
            and closed.kind = 'dispute_won' and (closed.at, closed.id) < (news.at, news.id))))
    window before as (partition by news.order_id order by news.at, news.id
      rows between unbounded preceding and 1 preceding)
  ) as given_back
  where amount > 0 and ${duringPeriod(period, "given_back.at")}`;

const requests = (period: Period, filter: FigureFilter) => sql`
  select payout_requests.created_at, 'requested', 'request', payout_requests.id,
    payout_requests.user_id, payout_requests.stage_id, payout_requests.amount,
    payout_requests.currency, null::bigint
  from payout_requests ${joinStageOfRequest}
  where ${duringPeriod(period, "payout_requests.created_at")}
    and ${passes(filter, "payout_requests.currency")}`;

/** A request that was decided twice counts twice. */
const decisions = (period: Period, filter: FigureFilter) => sql`
  select decisions.at, case decisions.step when 'approve' then 'approved' else 'rejected' end,
    'request', payout_requests.id, payout_requests.user_id, payout_requests.stage_id,
    payout_requests.amount, payout_requests.currency, null::bigint
  from decisions
  join payout_requests on payout_requests.id = decisions.subject_id ${joinStageOfRequest}
  where decisions.subject_kind = 'payout' and decisions.step in ('approve', 'reject')
    and ${duringPeriod(period, "decisions.at")} and ${passes(filter, "payout_requests.currency")}`;

/** Only the audit log knows when a trader has cancelled a request, which happens at most once. */
const cancellations = (period: Period, filter: FigureFilter) => sql`
  select audit_events.at, 'cancelled', 'request', payout_requests.id, payout_requests.user_id,
    payout_requests.stage_id, payout_requests.amount, payout_requests.currency, null::bigint
  from payout_requests
  join audit_events on audit_events.payout_id = payout_requests.id
    and audit_events.action = 'payout.cancelled' ${joinStageOfRequest}
  where payout_requests.status = 'cancelled' and ${duringPeriod(period, "audit_events.at")}
    and ${passes(filter, "payout_requests.currency")}`;

/** Payments of deleted traders have no request, and pass no filter of stages. */
const payments = (
  period: Period,
  filter: FigureFilter,
  cell: MoneyCell & ("paid" | "reversed"),
) => {
  const at = { paid: "payments.paid_at", reversed: "payments.reversed_at" }[cell];
  return sql`
    select ${sql.ref(at)}, ${sql.lit(cell)}, 'payment', payments.id, payout_requests.user_id,
      payout_requests.stage_id, payments.amount, payments.currency, null::bigint
    from payments
    left join payout_requests on payout_requests.id = payments.payout_id ${joinStageOfRequest}
    where ${duringPeriod(period, at)} and ${passes(filter, "payments.currency")}`;
};
