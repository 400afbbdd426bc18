import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
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
import { storedCents } from "../../../platform/money/money.ts";
import { payableStage, readClosedTrades } from "../../record/payable/payable.queries.ts";
import {
  approvalsOf,
  pendingOf,
  readStageRequests,
  requestedOf,
  type StageRequest,
} from "../../record/payable/stage-requests.queries.ts";
import type { ClosedTrade } from "../../rulebook/statement/period.rule.ts";
import { statementOf } from "../../rulebook/statement/statement.rule.ts";
import type { KnownStages } from "./readiness.queries.ts";

export type ReadContext = Pick<Context, "clock" | "cipher" | "log"> & {
  database: { kysely: Kysely<Tables> };
};

/** Requests with their stages, and what is known of those. */
export interface PlacedRequests extends KnownStages {
  requests: RequestRow[];
  /** The stages of a request, by its id; without an entry if the account has no stage. */
  stages: Map<number, { own: RecordStage | undefined; current: RecordStage }>;
}

/** Reads requests with their stages, the judgements of those and all their requests. */
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
  const known = new Map<number, { userId: number; stage: RecordStage }>();
  for (const { id, accountId, userId, stageId } of requests) {
    const ofAccount = ofAccounts.get(accountId);
    if (!ofAccount) continue;
    const current = currentOf(ofAccount)!;
    const own = ofAccount.find((stage) => stage.id === stageId);
    stages.set(id, { own, current });
    for (const stage of own ? [own, current] : [current]) known.set(stage.id, { userId, stage });
  }
  const ofTraders = [...known.values()];
  return {
    requests,
    stages,
    standings: await readStandings(
      context,
      ofTraders.map(({ stage }) => stage),
    ),
    stageRequests: await readStageRequests(kysely, ofTraders),
    trades: await readClosedTrades(
      kysely,
      ofTraders.map(({ stage }) => stage),
    ),
  };
}

/** A request with what its flags and readiness depend on. */
export interface RequestRow {
  id: number;
  accountId: number;
  userId: number;
  stageId: number | null;
  amount: string;
  status: PayoutStatus;
  paymentMethod: PaymentMethod;
  sealedDetails: string | null;
  fullName: string | null;
  isBanned: boolean;
  /** Whether it was made after a takeover of the account, and has not been released. */
  isHeld: boolean;
  accountStatus: string;
  balance: string;
  currency: string;
  accountCurrency: string;
  payoutEnabled: boolean;
  /** Whether the trader has a pending request that was made before. */
  hasPendingRequest: boolean;
  /** The sum of pending requests and of approved ones that have not been paid, in the currency of the account. */
  outstanding: string;
  outstandingCount: number;
}

async function readRequests({ database: { kysely } }: ReadContext, ids: readonly number[]) {
  const { rows } = await sql<RequestRow>`
    select request.id, trading_accounts.id as "accountId", request.user_id as "userId",
      request.stage_id as "stageId", request.amount, request.status,
      request.payment_method as "paymentMethod", request.sealed_details as "sealedDetails",
      users.full_name as "fullName", users.banned as "isBanned",
      request.held_at is not null as "isHeld", trading_accounts.status as "accountStatus",
      trading_accounts.balance,
      request.currency, trading_accounts.currency as "accountCurrency",
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

/** Returns the standing of a request. @throws if a stage cannot be judged */
export function standingOf(
  { stages, standings, stageRequests, trades }: PlacedRequests,
  id: number,
): Standing {
  const placement = stages.get(id);
  if (!placement) return withoutStage;
  const { own, current } = placement;
  const isBreached = (stage: RecordStage) =>
    standings.get(stage.id)!().judgement.outcome === "breached";
  return {
    isBreached: isBreached(current),
    ownStage: own
      ? {
          isBreached: isBreached(own),
          currency: own.currency,
          share: shareOf(
            standings.get(own.id)!(),
            stageRequests.get(own.id) ?? [],
            trades.get(own.id) ?? [],
          ),
        }
      : null,
  };
}

/** Under terms, the statement says what is left for pending requests. Otherwise, all requests share one amount. */
function shareOf(
  standing: StageJudgement,
  requests: readonly StageRequest[],
  trades: readonly ClosedTrade[],
): FlagFacts["share"] {
  const statement = statementOf(payableStage(standing, approvalsOf(requests), trades));
  if (!statement) return null;
  if (standing.stage.rules?.payout?.terms) {
    const allowed = storedCents(statement.withdrawable);
    return { allowed, requested: pendingOf(requests), isLeft: true };
  }
  const paidAt = statement.lines.findIndex(({ code }) => code === "paid");
  const shared = paidAt === -1 ? statement.lines : statement.lines.slice(0, paidAt);
  return {
    allowed: shared.reduce((sum, { amount }) => sum + storedCents(amount), 0n),
    requested: requestedOf(requests),
  };
}
