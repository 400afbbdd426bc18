import { sql } from "kysely";
import { storedCents } from "../../../platform/money/money.ts";
import { findExceeded } from "../../links/allocation/allocation.queries.ts";
import { readMissing } from "../../traders/gates/gates.queries.ts";
import { legalNameOf, readSealedFacts } from "../../traders/identity/identities.queries.ts";
import { findFlaggedLinks } from "../../links/cases/flagged-links.queries.ts";
import { compareNames, payeeOf } from "./payee.queries.ts";
import { readNeedsSecond } from "./approval-facts.queries.ts";
import { type FlagFacts, flagsOf, type PayoutFlag } from "./flags.rule.ts";
import { decryptPaymentDetails, possibleFingerprints } from "./payment-details.ts";
import type { PaymentMethod } from "./payout.rule.ts";
import {
  type PlacedRequests,
  placeRequests,
  type ReadContext,
  type RequestRow,
  type Standing,
  standingOf,
} from "./placed-requests.queries.ts";
import { hashReadiness } from "./readiness-hash.ts";
import { readEachReadiness } from "./readiness.queries.ts";
import type { Readiness } from "./readiness.rule.ts";

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
  /** Of the readiness; see `hashReadiness`. */
  readinessSha256: string | null;
  /** Of the readiness, which is that of the account. */
  currency: string;
  needsSecondApproval: boolean;
  /** Whether the request was not made in the current stage. */
  isEarlierStage: boolean;
  /** What the gate of approvals waits for: `identity`, `agreement:7`. */
  missing: string[];
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
    placed,
  );
  const { kysely } = context.database;
  const needsSecond = await readNeedsSecond(kysely, ids);
  const traderIds = [...new Set(placed.requests.map(({ userId }) => userId))];
  const missing = await readMissing(kysely, traderIds, "payoutApproval", context.clock.now());
  const present = placed.requests.map((request, i): PresentFacts & { id: number } => {
    const { id, accountCurrency: currency } = request;
    const stages = placed.stages.get(id);
    const [read] = keepReadable(context, [request], () => readiness[i]!());
    return {
      id,
      flags: flags.get(id) ?? null,
      readiness: read ?? null,
      readinessSha256: read ? hashReadiness(read) : null,
      currency,
      needsSecondApproval: needsSecond.get(id)!,
      isEarlierStage: stages !== undefined && stages.own?.id !== stages.current.id,
      missing: missing.get(request.userId) ?? [],
    };
  });
  return new Map(present.map(({ id, ...facts }) => [id, facts]));
}

async function flagsOfPlaced(
  context: ReadContext,
  placed: PlacedRequests,
): Promise<Map<number, PayoutFlag[]>> {
  const identities = await readSealedFacts(
    context.database.kysely,
    placed.requests.map(({ userId }) => userId),
  );
  const requests = keepReadable(context, placed.requests, (row) =>
    withPayee(context, row, identities.get(row.userId)),
  );
  const paidElsewhere = await findPaidElsewhere(context, requests);
  const sharedDetails = await findSharedDetails(context, requests);
  const links = await findFlaggedLinks(
    context.database.kysely,
    requests.map(({ userId }) => userId),
  );
  const exceeded = await findExceeded(context.database.kysely, [
    ...new Set(requests.map(({ userId }) => userId)),
  ]);
  return new Map(
    keepReadable(context, requests, (request) => {
      const facts = {
        ...factsOf(request, standingOf(placed, request.id)),
        paidElsewhere: paidElsewhere.get(request.id) ?? null,
        sharedWith: sharedDetails.get(request.id) ?? null,
        link: links.get(request.userId) ?? null,
        isAllocationExceeded: exceeded.has(request.userId),
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

interface FlaggedRequest extends RequestRow {
  hasDetails: boolean;
  /** All fingerprints that requests with equal payment details may have. */
  fingerprints: string[];
  isOtherName: boolean;
}

/** @param facts the encrypted facts of the trader's identity */
function withPayee(
  { cipher }: ReadContext,
  row: RequestRow,
  facts: string | undefined,
): FlaggedRequest {
  const details = decryptPaymentDetails(cipher, row.id, row.sealedDetails);
  const fingerprints = possibleFingerprints(cipher, details);
  const legalName = facts === undefined ? null : legalNameOf(cipher, row.userId, facts);
  const isOtherName = compareNames(legalName, payeeOf(details, row.fullName)) === false;
  return { ...row, hasDetails: fingerprints.length > 0, fingerprints, isOtherName };
}

function factsOf(
  request: FlaggedRequest,
  { isBreached, ownStage }: Standing,
): Omit<FlagFacts, "paidElsewhere" | "sharedWith" | "link" | "isAllocationExceeded"> {
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
        ? { ...ownStage.share, requested: ownStage.share.requested + added }
        : null,
    isBreached: isBreached || request.accountStatus === "breached",
    isOwnStageBreached: ownStage?.isBreached ?? false,
    isUnderReview: request.accountStatus === "under-review",
    isBanned: request.isBanned,
    isHeld: request.isHeld,
    hasDetails: request.hasDetails,
    isOtherName: request.isOtherName,
  };
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
