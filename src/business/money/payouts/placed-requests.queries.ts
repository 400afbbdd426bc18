import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { storedCents } from "../../../platform/money/money.ts";
import type { StageJudgement } from "../../record/verdicts/judge-stage.ts";
import { readStandings } from "../../record/verdicts/read-verdict.ts";
import {
  accountIdsOf,
  currentOf,
  readStages,
  type RecordStage,
} from "../../record/records/record-stages.queries.ts";
import type { FlagFacts } from "./flags.rule.ts";
import type { PaymentMethod, PayoutStatus } from "./payout.rule.ts";
import { sharedProfit } from "./readiness.rule.ts";

export type ReadContext = Pick<Context, "clock" | "cipher" | "log"> & {
  database: { kysely: Kysely<Tables> };
};

/** Requests with their stages and the judgements of those. */
export interface PlacedRequests {
  requests: RequestRow[];
  /** The stages of a request, by its id; without an entry if the account has no stage. */
  stages: Map<number, { own: StagePeriod; current: RecordStage }>;
  /** The judgements of those stages, by stage id. */
  standings: Awaited<ReturnType<typeof readStandings>>;
}

/** Reads requests with their stages and the judgements of those. */
export async function placeRequests(
  context: ReadContext,
  ids: readonly number[],
): Promise<PlacedRequests> {
  const { kysely } = context.database;
  const requests = await readRequests(context, ids);
  const accountIds = accountIdsOf(requests);
  const ofAccounts = Map.groupBy(
    await readStages(kysely, accountIds),
    ({ accountId }) => accountId,
  );
  const stages: PlacedRequests["stages"] = new Map();
  const judged = new Map<number, RecordStage>();
  for (const { id, accountId, createdAt } of requests) {
    const ofAccount = ofAccounts.get(accountId);
    if (!ofAccount) continue;
    const [own, current] = [periodAt(ofAccount, Date.parse(createdAt)), currentOf(ofAccount)!];
    stages.set(id, { own, current });
    for (const stage of [own.stage, current]) judged.set(stage.id, stage);
  }
  return { requests, stages, standings: await readStandings(context, [...judged.values()]) };
}

/** A request with what its flags and readiness depend on. */
export interface RequestRow {
  id: number;
  accountId: number;
  userId: number;
  amount: string;
  status: PayoutStatus;
  paymentMethod: PaymentMethod;
  sealedDetails: string | null;
  isBanned: boolean;
  accountStatus: string;
  balance: string;
  currency: string;
  accountCurrency: string;
  createdAt: string;
  payoutEnabled: boolean;
  /** Whether the trader has a pending request that was made before. */
  hasPendingRequest: boolean;
  /** The sum of pending requests and of approved ones that have not been paid, in the currency of the account. */
  outstanding: string;
  outstandingCount: number;
}

async function readRequests({ database: { kysely } }: ReadContext, ids: readonly number[]) {
  const { rows } = await sql<RequestRow>`
    select request.id, trading_accounts.id as "accountId", request.user_id as "userId", request.amount, request.status,
      request.payment_method as "paymentMethod", request.sealed_details as "sealedDetails",
      users.banned as "isBanned", trading_accounts.status as "accountStatus", trading_accounts.balance,
      request.currency, trading_accounts.currency as "accountCurrency", request.created_at as "createdAt",
      trading_accounts.payout_enabled as "payoutEnabled",
      exists (select from payout_requests as earlier where earlier.user_id = request.user_id
        and earlier.status = 'pending' and earlier.id < request.id) as "hasPendingRequest", sums.*
    from payout_requests as request
    join users on users.id = request.user_id
    join trading_accounts on trading_accounts.user_id = users.id
    cross join lateral (
      select coalesce(sum(each.amount), 0.00) as outstanding, count(*)::int as "outstandingCount"
      from payout_requests as each
      left join payments on payments.id = each.payment_id
      where each.user_id = request.user_id and each.currency = trading_accounts.currency
        and (each.status = 'pending'
          or each.status = 'approved' and payments.status is distinct from 'paid')
    ) as sums
    where request.id = any(${ids})`.execute(kysely);
  return rows;
}

/** The judgement of the trader's current stage, and of the one to which a request belongs. */
export interface Standing {
  isBreached: boolean;
  ownStage: {
    isBreached: boolean;
    currency: string;
    /** The trader's share of the profit, and the sum of the stage's requests; `null` without rules for payouts. */
    share: FlagFacts["share"];
  } | null;
}

const withoutStage: Standing = { isBreached: false, ownStage: null };

/** Returns the standing of a request as a function of its id. @throws if a stage cannot be judged */
export async function readStandingsOf(
  { database: { kysely } }: ReadContext,
  requests: readonly Pick<RequestRow, "id" | "userId">[],
  { stages, standings }: PlacedRequests,
): Promise<(id: number) => Standing> {
  const placed = requests.flatMap(({ id, userId }) => {
    const own = stages.get(id)?.own;
    return own ? [{ userId, own }] : [];
  });
  const sums = await sumRequests(kysely, placed);
  const isBreached = ({ id }: RecordStage) => standings.get(id)!().isBreached;
  return (id) => {
    const placement = stages.get(id);
    if (!placement) return withoutStage;
    const { stage } = placement.own;
    return {
      isBreached: isBreached(placement.current),
      ownStage: {
        isBreached: isBreached(stage),
        currency: stage.currency,
        share: shareOf(stage, standings.get(stage.id)!(), sums.get(stage.id) ?? 0n),
      },
    };
  };
}

function shareOf(
  { rules }: RecordStage,
  { state }: StageJudgement,
  requested: bigint,
): FlagFacts["share"] {
  if (!rules?.payout) return null;
  return { allowed: sharedProfit(state?.net ?? 0n, rules.payout), requested };
}

/** A stage with the time, in milliseconds since 1970 UTC, in which requests belong to it. */
interface StagePeriod {
  stage: RecordStage;
  from: number;
  until: number;
}

/**
 * Finds the stage to which a request of this time belongs. A request between two stages belongs to the earlier one, and
 * a request before the first stage to that one, as for its currency. @param stages of one account, the oldest first
 */
function periodAt(stages: RecordStage[], time: number): StagePeriod {
  const last = stages.findLastIndex(({ startedAt }) => startedAt <= time);
  const index = Math.max(last, 0);
  const stage = stages[index]!;
  return {
    stage,
    from: index === 0 ? Number.NEGATIVE_INFINITY : stage.startedAt,
    until: stages[index + 1]?.startedAt ?? Number.POSITIVE_INFINITY,
  };
}

const instant = (time: number) =>
  Number.isFinite(time) ? new Date(time).toISOString() : time > 0 ? "infinity" : "-infinity";

/**
 * Sums the pending and approved requests of stages, by stage. A request of an earlier stage that was approved during a
 * stage counts towards both, because readiness deducts it from the profit of the later one. One that was approved before
 * the first stage counts towards none.
 */
async function sumRequests(
  kysely: Kysely<Tables>,
  placed: readonly { userId: number; own: StagePeriod }[],
): Promise<Map<number, bigint>> {
  const periods = [...new Map(placed.map((each) => [each.own.stage.id, each])).values()];
  const { rows } = await sql<{ stageId: number; total: string }>`
    select period.stage_id as "stageId", sum(request.amount) as total
    from unnest(
      ${periods.map(({ own }) => own.stage.id)}::int[],
      ${periods.map(({ userId }) => userId)}::int[],
      ${periods.map(({ own }) => own.stage.currency)}::text[],
      ${periods.map(({ own }) => instant(own.from))}::timestamptz[],
      ${periods.map(({ own }) => instant(own.until))}::timestamptz[],
      ${periods.map(({ own }) => instant(own.stage.startedAt))}::timestamptz[],
      ${periods.map(({ own }) => instant(own.stage.endedAt ?? Number.POSITIVE_INFINITY))}::timestamptz[]
    ) as period (stage_id, user_id, currency, since, until, started_at, ended_at)
    join payout_requests as request on request.user_id = period.user_id
      and request.currency = period.currency and request.status in ('pending', 'approved')
    left join lateral (
      select at from audit_events
      where payout_id = request.id and action in ('payout.approved', 'payout.reversed')
        and request.status = 'approved'
      order by id desc limit 1) as approval on true
    where request.created_at < period.until and request.created_at >= case request.status
        when 'pending' then period.since else period.started_at end
      or request.status = 'approved'
        and coalesce(approval.at, request.created_at) >= period.started_at
        and coalesce(approval.at, request.created_at) < period.ended_at
    group by period.stage_id`.execute(kysely);
  return new Map(rows.map(({ stageId, total }) => [stageId, storedCents(total)]));
}
