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
import { readEachReadiness } from "./readiness.queries.ts";
import { type Readiness, sharedProfit } from "./readiness.rule.ts";

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
  return flagsOfPlaced(context, await placeRequests(context, ids));
}

/** The present facts about a request that can still be approved. */
export interface PresentFacts {
  /** `null` if they could not be read. */
  flags: PayoutFlag[] | null;
  /** What the current stage is ready to pay out apart from this request; `null` if it could not be read. */
  readiness: Readiness | null;
  /** Of the readiness, which is that of the account. */
  currency: string;
  /** Whether the request was made in an earlier stage than the current one. */
  isEarlierStage: boolean;
}

/** Reads flags and readiness of requests by id, with the same few statements for any number of them. */
export async function readPresentFacts(
  context: ReadContext,
  ids: readonly number[],
): Promise<Map<number, PresentFacts>> {
  const placed = await placeRequests(context, ids);
  const flags = await flagsOfPlaced(context, placed);
  const readiness = await readEachReadiness(
    context,
    placed.requests.map((request) => ({
      ...request,
      payoutId: request.id,
      stage: placed.stages.get(request.id)?.current,
    })),
    placed.standings,
  );
  const present = placed.requests.map((request, i): PresentFacts & { id: number } => {
    const { id, accountCurrency: currency } = request;
    const stages = placed.stages.get(id);
    const [read] = keepReadable(context, [request], () => readiness[i]!());
    return {
      id,
      flags: flags.get(id) ?? null,
      readiness: read ?? null,
      currency,
      isEarlierStage: stages !== undefined && stages.own.stage.id !== stages.current.id,
    };
  });
  return new Map(present.map(({ id, ...facts }) => [id, facts]));
}

interface PlacedRequests {
  requests: RequestRow[];
  /** The stages of a request, by its id; without an entry if the account has no stage. */
  stages: Map<number, { own: StagePeriod; current: RecordStage }>;
  /** The judgements of those stages, by stage id. */
  standings: Awaited<ReturnType<typeof readStandings>>;
}

/** Reads requests with their stages and the judgements of those. */
async function placeRequests(
  context: ReadContext,
  ids: readonly number[],
): Promise<PlacedRequests> {
  const { kysely } = context.database;
  const requests = await readRequests(context, ids);
  const accountIds = [...new Set(requests.map(({ accountId }) => accountId))];
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

async function flagsOfPlaced(
  context: ReadContext,
  placed: PlacedRequests,
): Promise<Map<number, PayoutFlag[]>> {
  const requests = keepReadable(context, placed.requests, (row) => withPayee(context, row));
  const standingOf = await readStandingsOf(context, requests, placed);
  const paidElsewhere = await findPaidElsewhere(context, requests);
  const sharedDetails = await findSharedDetails(context, requests);
  return new Map(
    keepReadable(context, requests, (request) => {
      const facts = {
        ...factsOf(request, standingOf(request.id)),
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

/** Returns the standing of a request as a function of its id. @throws if a stage cannot be judged */
async function readStandingsOf(
  { database: { kysely } }: ReadContext,
  requests: readonly FlaggedRequest[],
  { stages, standings }: PlacedRequests,
): Promise<(id: number) => Standing> {
  const placed = requests.flatMap(({ id, userId }) => {
    const found = stages.get(id);
    return found ? [{ userId, own: found.own }] : [];
  });
  const sums = await sumRequests(kysely, placed);
  const isBreached = ({ id }: RecordStage) => standings.get(id)!().judgement.outcome === "breached";
  return (id) => {
    const found = stages.get(id);
    if (!found) return withoutStage;
    const { stage } = found.own;
    return {
      isBreached: isBreached(found.current),
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
