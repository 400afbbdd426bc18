import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { storedCents } from "../../platform/money/money.ts";
import {
  decryptPaymentDetails,
  possibleFingerprints,
} from "../../platform/vault/payment-details.ts";
import { findStage } from "../records/record-stages.queries.ts";
import { judgeNow } from "../verdicts/read-verdict.ts";
import { type FlagFacts, flagsOf, type PayoutFlag } from "./flags.rule.ts";
import type { PaymentMethod } from "./payment-method.rule.ts";
import type { PayoutStatus } from "./payout-status.rule.ts";
import { readApproved } from "./readiness.queries.ts";
import { sharedProfit } from "./readiness.rule.ts";

type ReadContext = Pick<Context, "clock" | "database" | "cipher">;

/** Reads the current flags of requests by id. Requests that do not exist have no entry. */
export async function readFlags(
  context: ReadContext,
  ids: readonly number[],
): Promise<Map<number, PayoutFlag[]>> {
  const found = await readRequests(context, ids);
  const flags = new Map<number, PayoutFlag[]>();
  for (const request of found) flags.set(request.id, flagsOf(await readFacts(context, request)));
  return flags;
}

interface FlaggedRequest {
  id: number;
  userId: number;
  amount: string;
  status: PayoutStatus;
  paymentMethod: PaymentMethod;
  sealedDetails: string | null;
  clearDetails: string | null;
  isBanned: boolean;
  accountStatus: string;
  balance: string;
  currency: string;
  pending: string;
  /** The sum of pending requests and of approved ones that have not been paid. */
  outstanding: string;
  outstandingCount: number;
}

async function readRequests({ database: { kysely } }: ReadContext, ids: readonly number[]) {
  const { rows } = await sql<FlaggedRequest>`
    select request.id, request.user_id as "userId", request.amount, request.status,
      request.payment_method as "paymentMethod", request.sealed_details as "sealedDetails",
      request.payment_details as "clearDetails", users.banned as "isBanned",
      trading_accounts.status as "accountStatus", trading_accounts.balance,
      payout_currency(users.id, request.created_at) as currency, sums.*
    from payout_requests as request
    join users on users.id = request.user_id
    join trading_accounts on trading_accounts.user_id = users.id
    cross join lateral (
      select coalesce(sum(each.amount) filter (where each.status = 'pending'), 0.00) as pending,
        coalesce(sum(each.amount), 0.00) as outstanding, count(*)::int as "outstandingCount"
      from payout_requests as each
      left join payments on payments.id = each.payment_id
      where each.user_id = request.user_id
        and (each.status = 'pending'
          or each.status = 'approved' and payments.status is distinct from 'paid')
    ) as sums
    where request.id = any(${ids})`.execute(kysely);
  return rows;
}

async function readFacts(context: ReadContext, request: FlaggedRequest): Promise<FlagFacts> {
  const amount = storedCents(request.amount);
  // Approving a rejected request would add its amount to what is to be paid.
  const isRejected = request.status === "rejected";
  const { share, isBreached } = await readStanding(context, request, isRejected ? amount : 0n);
  const details = decryptPaymentDetails(context.cipher, request.id, request);
  const fingerprints = possibleFingerprints(context.cipher, details);
  return {
    amount,
    currency: request.currency,
    balance: storedCents(request.balance),
    outstanding: {
      total: storedCents(request.outstanding) + (isRejected ? amount : 0n),
      count: request.outstandingCount + (isRejected ? 1 : 0),
    },
    share,
    isBreached: isBreached || request.accountStatus === "breached",
    isUnderReview: request.accountStatus === "under-review",
    isBanned: request.isBanned,
    hasDetails: details !== null && details.trim() !== "",
    paidElsewhere: await findPaidElsewhere(context, request, fingerprints),
    sharedWith: await findSharedDetails(context, request, fingerprints),
  };
}

/** @param added cents that count as requested in addition to pending and approved requests */
async function readStanding(
  context: ReadContext,
  { userId, pending }: FlaggedRequest,
  added: bigint,
): Promise<Pick<FlagFacts, "share" | "isBreached">> {
  const { kysely } = context.database;
  const stage = await findStage(kysely, userId, undefined);
  if (!stage) return { share: null, isBreached: false };
  const { judgement, state } = await judgeNow(context, stage);
  const isBreached = judgement.outcome === "breached";
  const rules = stage.rules?.payout;
  if (!rules) return { share: null, isBreached };
  const approved = await readApproved(kysely, userId, stage);
  const share = {
    of: sharedProfit(state?.net ?? 0n, rules),
    requested: approved.total + storedCents(pending) + added,
  };
  return { share, isBreached };
}

/** Compares with the last approved request before this one. */
async function findPaidElsewhere(
  { database: { kysely } }: ReadContext,
  { id, userId, paymentMethod }: FlaggedRequest,
  fingerprints: string[],
): Promise<FlagFacts["paidElsewhere"]> {
  const former = await kysely
    .selectFrom("payout_requests")
    .select(["id", "payment_method as paymentMethod", "details_fingerprint as fingerprint"])
    .where("user_id", "=", userId)
    .where("status", "=", "approved")
    .where("id", "<", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  // Without a fingerprint, the former request has no details, or those of an earlier release are not indexed yet.
  if (!former || former.fingerprint === null) return null;
  if (former.paymentMethod === paymentMethod && fingerprints.includes(former.fingerprint)) {
    return null;
  }
  return { id: former.id, from: former.paymentMethod, to: paymentMethod };
}

/** Reads one index entry on either side of the trader's own requests, of which there can be many. */
async function findSharedDetails(
  { database: { kysely } }: ReadContext,
  { userId }: FlaggedRequest,
  fingerprints: string[],
): Promise<FlagFacts["sharedWith"]> {
  if (fingerprints.length === 0) return null;
  const { rows } = await sql<{ id: number; userId: number }>`
    select found.id, found.user_id as "userId"
    from unnest(${fingerprints}::text[]) as wanted (fingerprint)
    cross join lateral (
      (select id, user_id from payout_requests
        where details_fingerprint = wanted.fingerprint and user_id < ${userId}
        order by user_id limit 1)
      union all
      (select id, user_id from payout_requests
        where details_fingerprint = wanted.fingerprint and user_id > ${userId}
        order by user_id limit 1)) as found
    limit 1`.execute(kysely);
  return rows[0] ?? null;
}
