import { type RawBuilder, sql } from "kysely";
import { isUndecided } from "../../decisions/appeals/appeals.queries.ts";
import { isInOpenRun, isUnpaid } from "../../money/payouts/payouts.queries.ts";
import type { FigureFacts } from "./figure.ts";
import { type FigureFilter, isAboutStages, joinStageOfRequest, passes } from "./filter.ts";
import { duringPeriod, secondsBetween } from "./instants.ts";
import type { Queue } from "./figure-names.rule.ts";
import type { Period } from "./period.rule.ts";

/**
 * What people and machines wait for: tables with where they are joined, and when a wait begins and ends. All joins are left
 * ones, which PostgreSQL leaves out where nothing of them is needed.
 */
interface DeclaredQueue {
  kind: string;
  /** What waits, if something else comes of it. */
  openKind?: string;
  openId?: string;
  /** Tables, with `accounts`, `stages` and `versions` of what waits. */
  from: RawBuilder<unknown>;
  id: string;
  /** The trader, if it is about one. */
  userId?: string;
  startedAt: string;
  endedAt: string;
  /** What is decided. */
  ended: RawBuilder<boolean>;
  /** What waits now. */
  open: RawBuilder<boolean>;
  /** Of an amount of its own. */
  currency?: string;
  /** Whether it belongs to a stage; true by default. */
  hasStage?: boolean;
}

const versions = sql`left join programme_versions versions on versions.id = stages.programme_version_id`;
const noStage = sql`
  left join stages on false
  ${versions}`;

const declared: Readonly<Record<Queue, DeclaredQueue>> = {
  payout: {
    kind: "request",
    from: sql`payout_requests
      left join decisions on decisions.subject_kind = 'payout'
        and decisions.subject_id = payout_requests.id and decisions.step in ('approve', 'reject')
        and not exists (select from decisions earlier
          where earlier.subject_kind = 'payout' and earlier.subject_id = payout_requests.id
            and earlier.step in ('approve', 'reject')
            and (earlier.at, earlier.id) < (decisions.at, decisions.id)) ${joinStageOfRequest}`,
    id: "payout_requests.id",
    userId: "payout_requests.user_id",
    startedAt: "payout_requests.created_at",
    endedAt: "decisions.at",
    ended: sql`decisions.at is not null`,
    open: sql`payout_requests.status = 'pending'`,
    currency: "payout_requests.currency",
  },
  payment: {
    kind: "payment",
    openKind: "request",
    openId: "payout_requests.id",
    from: sql`payout_requests
      left join payments on payments.payout_id = payout_requests.id and payments.paid_at is not null
        and not exists (select from payments earlier
          where earlier.payout_id = payout_requests.id and earlier.paid_at is not null
            and (earlier.paid_at, earlier.id) < (payments.paid_at, payments.id)) ${joinStageOfRequest}`,
    id: "payments.id",
    userId: "payout_requests.user_id",
    startedAt: "payout_requests.created_at",
    endedAt: "payments.paid_at",
    ended: sql`payments.paid_at is not null`,
    open: sql`payout_requests.status = 'approved' and (${isUnpaid} or ${isInOpenRun})`,
    currency: "payout_requests.currency",
  },
  review: {
    kind: "review",
    from: sql`reviews
      left join trading_accounts accounts on accounts.id = reviews.account_id
      left join stages on stages.account_id = reviews.account_id and stages.id = reviews.stage_id
      ${versions}`,
    id: "reviews.id",
    userId: "accounts.user_id",
    startedAt: "reviews.created_at",
    endedAt: "reviews.decided_at",
    ended: sql`reviews.decided_at is not null`,
    open: sql`reviews.decision is null`,
  },
  appeal: {
    kind: "appeal",
    from: sql`appeals
      left join trading_accounts accounts on accounts.user_id = appeals.user_id
      left join reviews on appeals.subject_kind = 'review' and reviews.account_id = accounts.id
        and reviews.id = appeals.subject_id
      left join payout_requests on appeals.subject_kind = 'payout'
        and payout_requests.id = appeals.subject_id
      left join conduct_findings on appeals.subject_kind = 'finding'
        and conduct_findings.id = appeals.subject_id
      left join stages on stages.account_id = accounts.id
        and stages.id = coalesce(reviews.stage_id, payout_requests.stage_id, conduct_findings.stage_id) ${versions}`,
    id: "appeals.id",
    userId: "appeals.user_id",
    startedAt: "appeals.created_at",
    endedAt: "appeals.decided_at",
    ended: sql`appeals.decided_at is not null`,
    open: isUndecided,
  },
  action: {
    kind: "action",
    from: sql`actions
      left join trading_accounts accounts on accounts.id = actions.account_id
      left join stages on stages.account_id = actions.account_id and stages.id = actions.stage_id
      ${versions}`,
    id: "actions.id",
    userId: "accounts.user_id",
    startedAt: "actions.requested_at",
    endedAt: "actions.finished_at",
    ended: sql`actions.status in ('done', 'failed') and actions.finished_at is not null`,
    open: sql`actions.status in ('proposed', 'pending', 'delivered')`,
  },
  identity: {
    kind: "identity",
    from: sql`identities ${noStage}`,
    id: "identities.id",
    userId: "identities.user_id",
    startedAt: "identities.submitted_at",
    endedAt: "identities.decided_at",
    ended: sql`identities.decided_at is not null and identities.submitted_at is not null`,
    open: sql`identities.status = 'submitted'`,
    hasStage: false,
  },
  link: {
    kind: "link",
    from: sql`link_cases
      left join link_decisions on link_decisions.case_id = link_cases.id
        and not exists (select from link_decisions earlier
          where earlier.case_id = link_cases.id and earlier.id < link_decisions.id) ${noStage}`,
    id: "link_cases.id",
    startedAt: "link_cases.opened_at",
    endedAt: "link_decisions.at",
    ended: sql`link_decisions.at is not null`,
    open: sql`link_cases.status = 'open' and link_decisions.at is null`,
    hasStage: false,
  },
};

/** What belongs to no stage passes no filter about stages. */
const queuesOf = (filter: FigureFilter) =>
  Object.entries(declared).filter(
    ([, { hasStage = true }]) =>
      hasStage || !(isAboutStages(filter) || filter.currency !== undefined),
  );

const refOrNull = (column: string | undefined) =>
  column === undefined ? sql`null::int` : sql.ref(column);

const DAY_SECONDS = 86_400;

/** Waits by their end. */
export function waitingFacts(period: Period, filter: FigureFilter): FigureFacts {
  const facts = queuesOf(filter).map(
    ([queue, { kind, from, id, userId, startedAt, endedAt, ended, currency }]) => sql`
      select ${sql.ref(endedAt)} as at, ${sql.lit(queue)} as queue, ${sql.lit(kind)} as kind,
        ${sql.ref(id)} as id, ${refOrNull(userId)} as user_id, stages.id as stage_id,
        null::numeric as amount, null::text as currency,
        ${secondsBetween(startedAt, endedAt)} as seconds
      from ${from}
      where ${ended} and ${duringPeriod(period, endedAt)} and ${passes(filter, currency)}`,
  );
  return {
    facts: sql.join(facts, sql` union all `),
    keys: ["queue"],
    cells: { decided: sql`true`, withinDay: sql`seconds <= ${sql.lit(DAY_SECONDS)}` },
    durations: {
      median: { of: sql`true`, share: 0.5 },
      p90: { of: sql`true`, share: 0.9 },
    },
  };
}

/** What waits now, by queue. */
export function openWaits(filter: FigureFilter, now: Date): RawBuilder<unknown> {
  const facts = queuesOf(filter).map(
    ([queue, { kind, from, id, openKind, openId, userId, startedAt, open, currency }]) => sql`
      select ${sql.ref(startedAt)} as at, ${sql.lit(queue)} as queue,
        ${sql.lit(openKind ?? kind)} as kind, ${sql.ref(openId ?? id)} as id,
        ${refOrNull(userId)} as user_id, stages.id as stage_id, null::numeric as amount,
        null::text as currency,
        floor(extract(epoch from ${now.toISOString()}::timestamptz - ${sql.ref(startedAt)}))::bigint as seconds
      from ${from} where ${open} and ${passes(filter, currency)}`,
  );
  return sql.join(facts, sql` union all `);
}
