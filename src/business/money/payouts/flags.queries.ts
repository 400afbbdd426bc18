import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { storedCents } from "../../../platform/money/money.ts";
import {
  decryptPaymentDetails,
  possibleFingerprints,
} from "../../../platform/vault/sealed-texts.ts";
import {
  currentOf,
  readStages,
  type RecordStage,
} from "../../trading/records/record-stages.queries.ts";
import { readStandings, type StandingStage } from "../../judgement/verdicts/read-verdict.ts";
import { type FlagFacts, flagsOf, type PayoutFlag } from "./flags.rule.ts";
import type { PaymentMethod, PayoutStatus } from "./payout.rule.ts";
import { readApproved } from "./readiness.queries.ts";
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
  const standings = await readStandingsOf(context, requests);
  const paidElsewhere = await findPaidElsewhere(context, requests);
  const sharedDetails = await findSharedDetails(context, requests);
  return new Map(
    keepReadable(context, requests, (request) => {
      const facts = {
        ...factsOf(request, standings.get(request.accountId)?.() ?? withoutStage),
        paidElsewhere: paidElsewhere.get(request.id) ?? null,
        sharedWith: sharedDetails.get(request.id) ?? null,
      };
      return [request.id, flagsOf(facts)] as const;
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
  pending: string;
  /** The sum of pending requests and of approved ones that have not been paid, in the currency of the account. */
  outstanding: string;
  outstandingCount: number;
}

async function readRequests({ database: { kysely } }: ReadContext, ids: readonly number[]) {
  const { rows } = await sql<RequestRow>`
    select request.id, trading_accounts.id as "accountId", request.user_id as "userId", request.amount, request.status,
      request.payment_method as "paymentMethod", request.sealed_details as "sealedDetails",
      users.banned as "isBanned", trading_accounts.status as "accountStatus", trading_accounts.balance,
      request.currency, trading_accounts.currency as "accountCurrency", sums.*
    from payout_requests as request
    join users on users.id = request.user_id
    join trading_accounts on trading_accounts.user_id = users.id
    cross join lateral (
      select coalesce(sum(each.amount) filter (where each.status = 'pending'), 0.00) as pending,
        coalesce(sum(each.amount), 0.00) as outstanding, count(*)::int as "outstandingCount"
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
  { isBreached, share }: Standing,
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
    share: share && {
      of: share.of,
      requested: share.approved + storedCents(request.pending) + added,
    },
    isBreached: isBreached || request.accountStatus === "breached",
    isUnderReview: request.accountStatus === "under-review",
    isBanned: request.isBanned,
    hasDetails: request.hasDetails,
  };
}

/** The judgement of a trader's current stage. */
interface Standing {
  isBreached: boolean;
  /** The trader's share of the profit, and the part of it that has been approved; `null` without rules for payouts. */
  share: { of: bigint; approved: bigint } | null;
}

const withoutStage: Standing = { isBreached: false, share: null };

/** Judges the current stages of the traders, by account. Accounts without a stage have no entry. */
async function readStandingsOf(
  context: ReadContext,
  requests: FlaggedRequest[],
): Promise<Map<number, () => Standing>> {
  const { kysely } = context.database;
  const traders = new Map(requests.map(({ accountId, userId }) => [accountId, userId]));
  const stages = Map.groupBy(
    await readStages(kysely, [...traders.keys()]),
    ({ accountId }) => accountId,
  );
  const current = [...stages].map(([accountId, ofAccount]) => ({
    userId: traders.get(accountId)!,
    stage: currentOf(ofAccount)!,
  }));
  const standings = await readStandings(
    context,
    current.map(({ stage }) => stage),
  );
  const approved = await readApproved(kysely, current);
  return new Map(
    current.map(({ userId, stage }) => {
      const { total } = approved.get(userId)!;
      return [stage.accountId, () => standingOf(stage, standings.get(stage.id)!(), total)];
    }),
  );
}

function standingOf(
  { rules }: RecordStage,
  { judgement, state }: StandingStage,
  approved: bigint,
): Standing {
  const isBreached = judgement.outcome === "breached";
  if (!rules?.payout) return { share: null, isBreached };
  return { share: { of: sharedProfit(state?.net ?? 0n, rules.payout), approved }, isBreached };
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
  const found = new Map<number, NonNullable<FlagFacts["paidElsewhere"]>>();
  for (const { id, paymentMethod, fingerprints } of requests) {
    const former = formers.get(id);
    // Without a fingerprint, the former request has no details.
    if (!former || former.fingerprint === null) continue;
    if (former.paymentMethod === paymentMethod && fingerprints.includes(former.fingerprint)) {
      continue;
    }
    found.set(id, { id: former.id, from: former.paymentMethod, to: paymentMethod });
  }
  return found;
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
    select distinct on (wanted.id) wanted.id as "requestId", found.id, found.user_id as "userId"
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
        order by user_id limit 1)) as found
    order by wanted.id, wanted.position, found.user_id`.execute(kysely);
  return new Map(rows.map(({ requestId, id, userId }) => [requestId, { id, userId }]));
}
