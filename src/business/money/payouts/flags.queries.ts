import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { storedCents } from "../../../platform/money/money.ts";
import { decryptPaymentDetails, possibleFingerprints } from "./payment-details.ts";
import {
  currentOf,
  readStages,
  type RecordStage,
} from "../../trading/records/record-stages.queries.ts";
import type { StageJudgement } from "../../judgement/verdicts/judge-stage.ts";
import { readStandings } from "../../judgement/verdicts/read-verdict.ts";
import { type FlagFacts, flagsOf, type PayoutFlag } from "./flags.rule.ts";
import type { PaymentMethod, PayoutStatus } from "./payout.rule.ts";
import { sharedProfit } from "./readiness.rule.ts";

type ReadContext = Pick<Context, "clock" | "cipher" | "log"> & {
  database: { kysely: Kysely<Tables> };
};

/**
 * Reads the current flags of requests by id, with the same few statements for any number of them. Requests that do not
 * exist, or whose flags cannot be determined, have no entry: a request without flags has an empty list.
 */
export async function readFlags(
  context: ReadContext,
  ids: readonly number[],
): Promise<Map<number, PayoutFlag[]>> {
  const rows = await readRequests(context, ids);
  const requests = keepReadable(context, rows, (row) => withPayee(context, row));
  const standings = await readStandingsFor(context, requests);
  const paidElsewhere = await findPaidElsewhere(context, requests);
  const sharedDetails = await findSharedDetails(context, requests);
  return new Map(
    keepReadable(context, requests, (request) => {
      const facts = {
        ...factsOf(request, standings.get(request.id)?.() ?? withoutStage),
        paidElsewhere: paidElsewhere.get(request.id) ?? null,
        sharedWith: sharedDetails.get(request.id) ?? null,
      };
      // Nothing about a cancelled request needs attention, because it is never paid.
      return [request.id, request.status === "cancelled" ? [] : flagsOf(facts)] as const;
    }),
  );
}

/** Leaves out requests that fail, for example because their details cannot be decrypted; the others are not affected. */
function keepReadable<From extends { id: number }, To>(
  { log }: ReadContext,
  requests: readonly From[],
  read: (request: From) => To,
): To[] {
  return requests.flatMap((request) => {
    try {
      return [read(request)];
    } catch (error) {
      log.warn({ err: error, payoutId: request.id }, "the flags of a payout could not be read");
      return [];
    }
  });
}

interface RequestRow {
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
  /** The sum of pending requests and of approved ones that have not been paid, in the currency of the account. */
  outstanding: string;
  outstandingCount: number;
}

async function readRequests({ database: { kysely } }: ReadContext, ids: readonly number[]) {
  const { rows } = await sql<RequestRow>`
    select request.id, trading_accounts.id as "accountId", request.user_id as "userId", request.amount, request.status,
      request.payment_method as "paymentMethod", request.sealed_details as "sealedDetails",
      users.banned as "isBanned", trading_accounts.status as "accountStatus", trading_accounts.balance,
      request.currency, trading_accounts.currency as "accountCurrency", request.created_at as "createdAt", sums.*
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

interface FlaggedRequest extends RequestRow {
  hasDetails: boolean;
  /** All fingerprints that requests with equal payment details may have. */
  fingerprints: string[];
}

function withPayee({ cipher }: ReadContext, row: RequestRow): FlaggedRequest {
  const details = decryptPaymentDetails(cipher, row.id, row.sealedDetails);
  return {
    ...row,
    hasDetails: details !== null && details.trim() !== "",
    fingerprints: possibleFingerprints(cipher, details),
  };
}

function factsOf(
  request: FlaggedRequest,
  { isBreached, ownStage }: Standing,
): Omit<FlagFacts, "paidElsewhere" | "sharedWith"> {
  const amount = storedCents(request.amount);
  // Approving a rejected request would add its amount to what is to be paid.
  const isRejected = request.status === "rejected";
  const added = isRejected ? amount : 0n;
  return {
    amount,
    currency: request.currency,
    accountCurrency: request.accountCurrency,
    balance: storedCents(request.balance),
    outstanding: {
      total: storedCents(request.outstanding) + added,
      count: request.outstandingCount + (isRejected ? 1 : 0),
    },
    share:
      ownStage?.share && ownStage.currency === request.currency
        ? { allowed: ownStage.share.allowed, requested: ownStage.share.requested + added }
        : null,
    isBreached: isBreached || request.accountStatus === "breached",
    isOwnStageBreached: ownStage?.isBreached ?? false,
    isUnderReview: request.accountStatus === "under-review",
    isBanned: request.isBanned,
    hasDetails: request.hasDetails,
  };
}

/** The judgement of the trader's current stage, and of the one to which a request belongs. */
interface Standing {
  isBreached: boolean;
  ownStage: {
    isBreached: boolean;
    currency: string;
    /** The trader's share of the profit, and the sum of the stage's requests; `null` without rules for payouts. */
    share: FlagFacts["share"];
  } | null;
}

const withoutStage: Standing = { isBreached: false, ownStage: null };

/** Judges the current stages and those of the requests, by request. Requests of accounts without a stage have no entry. */
async function readStandingsFor(
  context: ReadContext,
  requests: FlaggedRequest[],
): Promise<Map<number, () => Standing>> {
  const { kysely } = context.database;
  const accountIds = [...new Set(requests.map(({ accountId }) => accountId))];
  const stages = Map.groupBy(await readStages(kysely, accountIds), ({ accountId }) => accountId);
  const placed = requests.flatMap(({ id, accountId, userId, createdAt }) => {
    const ofAccount = stages.get(accountId);
    if (!ofAccount) return [];
    const own = periodAt(ofAccount, Date.parse(createdAt));
    return [{ id, userId, own, current: currentOf(ofAccount)! }];
  });
  const judged = new Map(
    placed.flatMap(({ own, current }) => [own.stage, current]).map((stage) => [stage.id, stage]),
  );
  const standings = await readStandings(context, [...judged.values()]);
  const sums = await sumRequests(kysely, placed);
  const isBreached = ({ id }: RecordStage) => standings.get(id)!().judgement.outcome === "breached";
  return new Map(
    placed.map(({ id, own: { stage }, current }) => [
      id,
      () => ({
        isBreached: isBreached(current),
        ownStage: {
          isBreached: isBreached(stage),
          currency: stage.currency,
          share: shareOf(stage, standings.get(stage.id)!(), sums.get(stage.id) ?? 0n),
        },
      }),
    ]),
  );
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

/** Compares each request with the last approved one before it. */
async function findPaidElsewhere(
  { database: { kysely } }: ReadContext,
  requests: FlaggedRequest[],
): Promise<Map<number, NonNullable<FlagFacts["paidElsewhere"]>>> {
  const { rows } = await sql<{
    requestId: number;
    id: number;
    paymentMethod: PaymentMethod;
    fingerprint: string | null;
  }>`
    select request.id as "requestId", former.id, former.payment_method as "paymentMethod",
      former.details_fingerprint as fingerprint
    from payout_requests as request
    cross join lateral (
      select id, payment_method, details_fingerprint from payout_requests
      where user_id = request.user_id and status = 'approved' and id < request.id
      order by id desc limit 1) as former
    where request.id = any(${requests.map(({ id }) => id)})`.execute(kysely);
  const formers = new Map(rows.map((row) => [row.requestId, row]));
  const paidElsewhere = new Map<number, NonNullable<FlagFacts["paidElsewhere"]>>();
  for (const { id, paymentMethod, fingerprints } of requests) {
    const former = formers.get(id);
    // Without a fingerprint, the former request has no details.
    if (!former || former.fingerprint === null) continue;
    if (former.paymentMethod === paymentMethod && fingerprints.includes(former.fingerprint)) {
      continue;
    }
    paidElsewhere.set(id, { id: former.id, from: former.paymentMethod, to: paymentMethod });
  }
  return paidElsewhere;
}

/** Reads one index entry on either side of the trader's own requests, of which there can be many. */
async function findSharedDetails(
  { database: { kysely } }: ReadContext,
  requests: FlaggedRequest[],
): Promise<Map<number, NonNullable<FlagFacts["sharedWith"]>>> {
  const wanted = requests.flatMap(({ id, userId, fingerprints }) =>
    fingerprints.map((fingerprint) => ({ id, userId, fingerprint })),
  );
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ requestId: number; id: number; userId: number }>`
    select distinct on (wanted.id) wanted.id as "requestId", shared.id, shared.user_id as "userId"
    from unnest(
      ${wanted.map(({ id }) => id)}::int[],
      ${wanted.map(({ userId }) => userId)}::int[],
      ${wanted.map(({ fingerprint }) => fingerprint)}::text[]
    ) with ordinality as wanted (id, user_id, fingerprint, position)
    cross join lateral (
      (select id, user_id from payout_requests
        where details_fingerprint = wanted.fingerprint and user_id < wanted.user_id
        order by user_id limit 1)
      union all
      (select id, user_id from payout_requests
        where details_fingerprint = wanted.fingerprint and user_id > wanted.user_id
        order by user_id limit 1)) as shared
    order by wanted.id, wanted.position, shared.user_id`.execute(kysely);
  return new Map(rows.map(({ requestId, id, userId }) => [requestId, { id, userId }]));
}
