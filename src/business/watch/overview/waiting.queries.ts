import { type Expression, type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { fromNow } from "../../../platform/time/clock.ts";
import { DAY, SECOND } from "../../../platform/time/durations.rule.ts";
import { COUNT_CAP, type Total } from "../../../platform/lists/counted-slices.ts";
import { recordOf } from "../../../platform/fields/pick.rule.ts";
import { waitedKinds } from "../../traders/waiting/waiting.rule.ts";
import { isUndecided } from "../../decisions/appeals/appeals.queries.ts";
import { isUnpaid } from "../../money/payouts/payouts.queries.ts";
import { isConflicting, isHeld } from "../../record/statements/statements.queries.ts";
import { FORGOTTEN_AFTER, SILENT_AFTER } from "../../record/actions/action.rule.ts";
import { isDisabled } from "../../record/actions/actions.queries.ts";
import { countRows } from "../../office/counters/counters.ts";
import type { EnforcementOutlook, Waiting } from "./overview.schema.ts";

/** Counts rows up to `COUNT_CAP`, and reads at most one more. Each row is found through an index. */
const count = (rows: Expression<unknown>) =>
  sql<Total>`(select json_build_object(
      'total', least(count(*), ${sql.lit(COUNT_CAP)}), 'exceedsTotal', count(*) > ${sql.lit(COUNT_CAP)})
    from (${rows} limit ${sql.lit(COUNT_CAP + 1)}) as rows)`;

/** The rows that await an administrator. */
const waitingRows = (kysely: Kysely<Tables>) => ({
  pendingPayouts: kysely.selectFrom("payout_requests").where("status", "=", "pending"),
  unpaidPayouts: kysely.selectFrom("payout_requests").where(isUnpaid),
  openPayments: kysely.selectFrom("payments").where("payments.status", "=", "open"),
  openReviews: kysely.selectFrom("reviews").where("decision", "is", null),
  undecidedAppeals: kysely.selectFrom("appeals").where(isUndecided),
  heldStatements: kysely.selectFrom("statements").where(isHeld),
  conflictingStatements: kysely.selectFrom("statements").where(isConflicting),
  heldOrders: kysely
    .selectFrom("orders")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("order_items")
          .select("order_items.id")
          .whereRef("order_id", "=", "orders.id")
          .where("status", "=", "held"),
      ),
    ),
  submittedIdentities: kysely.selectFrom("identities").where("status", "=", "submitted"),
  proposedActions: kysely.selectFrom("actions").where("status", "=", "proposed"),
  openLinks: kysely.selectFrom("link_cases").where("status", "=", "open"),
  openFindings: kysely.selectFrom("bridge_findings").where("status", "=", "open"),
});

type WaitingRows = ReturnType<typeof waitingRows>;

/** Selects when the oldest request was made that is not paid; one row by index, and the few open payments. */
function oldestUnpaid({ unpaidPayouts, openPayments }: WaitingRows) {
  const approved = unpaidPayouts.select("created_at").orderBy("id").limit(1);
  const inOpenRuns = openPayments
    .innerJoin("payout_requests", "payout_requests.id", "payments.payout_id")
    .select(({ fn }) => fn.min("payout_requests.created_at").as("created_at"));
  return sql<string | null>`least(${approved}, ${inOpenRuns})`;
}

const mailsIn = (state: "failed" | "retry") =>
  sql`select from pgboss.job where name = 'mail' and state = ${sql.lit(state)}`;

/** Counts the accounts that wait, by what they wait for. */
function countWaits(kysely: Kysely<Tables>) {
  const counted = waitedKinds.map((kind) => {
    const waits = kysely.selectFrom("account_waits").where("kind", "=", sql.lit(kind));
    const oldest = waits.select("since").orderBy("since").limit(1);
    return sql`${sql.lit(kind)}, ${count(waits)}::jsonb || jsonb_build_object('oldest', ${oldest})`;
  });
  return sql<WaitingRow["accounts"]>`jsonb_build_object(${sql.join(counted)})`;
}

/** Excludes test events, whose failure is shown to the person who sent them. */
const failedDeliveries = (kysely: Kysely<Tables>, since: string) =>
  kysely
    .selectFrom("webhook_endpoints as endpoint")
    .innerJoin("event_deliveries as delivery", "delivery.endpoint_id", "endpoint.id")
    .innerJoin("webhook_events as event", "event.id", "delivery.event_id")
    .where("delivery.status", "=", "failed")
    .where("delivery.last_attempt_at", ">", since)
    .where("event.type", "<>", "webhook.test");

/** Excludes webhooks that an administrator has paused. */
const troubledWebhooks = (kysely: Kysely<Tables>, since: string) =>
  kysely
    .selectFrom("webhook_endpoints")
    .where("pause_reason", "is distinct from", "administrator")
    .where((is) =>
      is.or([
        is("paused_at", "is not", null),
        is("failing_since", "is not", null),
        is("id", "in", failedDeliveries(kysely, since).select("endpoint.id")),
      ]),
    );

const pausedWebhooks = (kysely: Kysely<Tables>) =>
  kysely.selectFrom("webhook_endpoints").where("pause_reason", "in", ["failures", "gone"]);

const lastHeard = sql<string>`greatest(last_feed_at, last_poll_at)`;

/** The bridges that have fallen silent. */
const silentBridges = (kysely: Kysely<Tables>, since: string, until: string) =>
  kysely
    .selectFrom("api_tokens")
    .where("revoked_at", "is", null)
    .where(sql<boolean>`scopes && array['feed:write', 'actions:execute']`)
    .where(lastHeard, ">", since)
    .where(lastHeard, "<=", until);

/** The connectors that are behind or without their platform for so long that they count as silent, of tokens that are heard. */
const connectorsBehind = (kysely: Kysely<Tables>, until: string) =>
  kysely
    .selectFrom("api_tokens")
    .innerJoin("bridge_reports", "bridge_reports.token_id", "api_tokens.id")
    .where("revoked_at", "is", null)
    .where(lastHeard, ">", until)
    .where((is) =>
      is.or([
        sql<boolean>`(report ->> 'lagSeconds')::numeric > ${sql.lit(SILENT_AFTER / SECOND)}`,
        is("away_since", "<=", until),
      ]),
    );

const behindSince = sql<string>`least(away_since,
  reported_at - make_interval(secs => (report ->> 'lagSeconds')::float8))`;

/** How long the dashboard shows that the limit of second approvals was raised. */
const RAISE_SHOWN = 7 * DAY;

const raisedLimit = (since: string) => sql<WaitingRow["approvalLimit"]>`
  (select json_build_object('from', raised_from::text, 'to', raised_to::text,
      'at', raised_at, 'by', raised_by)
    from payout_settings where raised_at > ${since})`;

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
  links: Total;
  oldestLink: string | null;
  actions: Total;
  oldestAction: string | null;
  orders: Total;
  oldestOrder: string | null;
  identities: Total;
  oldestIdentity: string | null;
  accounts: Record<(typeof waitedKinds)[number], Total & { oldest: string | null }>;
  findings: Total;
  oldestFinding: string | null;
  silentBridges: number;
  oldestSilence: string | null;
  failed: Total;
  retrying: Total;
  webhooks: Total;
  pausedWebhooks: Total;
  failedDeliveries: Total;
  approvalLimit: { from: string; to: string | null; at: string; by: string } | null;
}

/** Counts what awaits an administrator, in one statement whose cost does not grow with the tables. */
export async function readWaiting({
  clock,
  database: { kysely },
}: Pick<Context, "clock" | "database">): Promise<Waiting> {
  const day = fromNow(clock, -DAY).toISOString();
  const threeDays = fromNow(clock, -3 * DAY).toISOString();
  const forgotten = fromNow(clock, -FORGOTTEN_AFTER).toISOString();
  const silentSince = fromNow(clock, -SILENT_AFTER).toISOString();
  const rows = waitingRows(kysely);
  const { pendingPayouts, openReviews, undecidedAppeals, proposedActions } = rows;
  const { heldOrders, submittedIdentities, openFindings, openLinks } = rows;
  const { heldStatements, conflictingStatements, unpaidPayouts, openPayments } = rows;
  const silent = silentBridges(kysely, forgotten, silentSince)
    .select(lastHeard.as("since"))
    .unionAll(connectorsBehind(kysely, silentSince).select(behindSince.as("since")))
    .as("silent");
  const oneToThreeDays = pendingPayouts
    .where("created_at", ">", threeDays)
    .where("created_at", "<=", day);
  const oldestPayout = pendingPayouts.select("created_at").orderBy("created_at").limit(1);
  const row: WaitingRow = await kysely
    .selectNoFrom([
      count(pendingPayouts.where("created_at", "<=", threeDays)).as("overThreeDays"),
      count(oneToThreeDays).as("oneToThreeDays"),
      count(pendingPayouts.where("created_at", ">", day)).as("underOneDay"),
      oldestPayout.as("oldestPayout"),
      count(openReviews).as("reviews"),
      openReviews.select("created_at").orderBy("id").limit(1).as("oldestReview"),
      count(undecidedAppeals).as("appeals"),
      undecidedAppeals.select("created_at").orderBy("place").limit(1).as("oldestAppeal"),
      count(heldStatements).as("statements"),
      heldStatements.select("created_at").orderBy("id").limit(1).as("oldestStatement"),
      count(conflictingStatements).as("conflicts"),
      conflictingStatements.select("created_at").orderBy("id").limit(1).as("oldestConflict"),
      count(unpaidPayouts.unionAll(openPayments)).as("payments"),
      oldestUnpaid(rows).as("oldestPayment"),
      count(openLinks).as("links"),
      openLinks
        .select(({ fn }) => fn.coalesce("reopened_at", "opened_at").as("since"))
        .orderBy("since")
        .limit(1)
        .as("oldestLink"),
      count(proposedActions).as("actions"),
      proposedActions.select("requested_at").orderBy("id").limit(1).as("oldestAction"),
      count(heldOrders).as("orders"),
      heldOrders.select("received_at").orderBy("received_at").limit(1).as("oldestOrder"),
      count(submittedIdentities).as("identities"),
      submittedIdentities.select("submitted_at").orderBy("place").limit(1).as("oldestIdentity"),
      count(openFindings).as("findings"),
      openFindings.select("found_at").orderBy("id").limit(1).as("oldestFinding"),
      countWaits(kysely).as("accounts"),
      sql<number>`${kysely.selectFrom(silent).select(sql`count(*)::int`.as("count"))}`.as(
        "silentBridges",
      ),
      kysely
        .selectFrom(silent)
        .select(({ fn }) => fn.min("since").as("since"))
        .as("oldestSilence"),
      count(mailsIn("failed")).as("failed"),
      count(mailsIn("retry")).as("retrying"),
      count(troubledWebhooks(kysely, day)).as("webhooks"),
      count(pausedWebhooks(kysely)).as("pausedWebhooks"),
      count(failedDeliveries(kysely, day)).as("failedDeliveries"),
      raisedLimit(fromNow(clock, -RAISE_SHOWN).toISOString()).as("approvalLimit"),
    ])
    .executeTakeFirstOrThrow();
  return present(row);
}

function present(row: WaitingRow): Waiting {
  const { overThreeDays, oneToThreeDays, underOneDay, failed, retrying } = row;
  const queue = (total: Total, oldest: string | null) => ({ ...total, oldest: dateOf(oldest) });
  const oldest = dateOf(row.oldestPayout);
  const { approvalLimit } = row;
  return {
    payouts: { overThreeDays, oneToThreeDays, underOneDay, oldest },
    reviews: queue(row.reviews, row.oldestReview),
    statements: queue(row.statements, row.oldestStatement),
    conflicts: queue(row.conflicts, row.oldestConflict),
    payments: queue(row.payments, row.oldestPayment),
    appeals: queue(row.appeals, row.oldestAppeal),
    orders: queue(row.orders, row.oldestOrder),
    identities: queue(row.identities, row.oldestIdentity),
    accounts: recordOf(waitedKinds, (kind) => {
      const { oldest: since, ...total } = row.accounts[kind];
      return queue(total, since);
    }),
    links: queue(row.links, row.oldestLink),
    actions: queue(row.actions, row.oldestAction),
    findings: { count: row.findings.total, oldest: dateOf(row.oldestFinding) },
    bridges: { count: row.silentBridges, oldest: dateOf(row.oldestSilence) },
    mails: { failed, retrying },
    webhooks: {
      ...row.webhooks,
      paused: row.pausedWebhooks,
      failed: row.failedDeliveries,
    },
    approvalLimit: approvalLimit && { ...approvalLimit, at: new Date(approvalLimit.at) },
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
          and cause_kind = 'review' and cause_id = breaches.id
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
