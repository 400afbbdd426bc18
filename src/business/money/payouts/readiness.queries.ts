import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { storedCents } from "../../../platform/money/money.ts";
import { findStage, type RecordStage } from "../../trading/records/record-stages.queries.ts";
import { judgeNow } from "../../judgement/verdicts/read-verdict.ts";
import { type Readiness, type ReadinessFacts, readinessOf } from "./readiness.rule.ts";

export type ReadContext = Pick<Context, "clock"> & { database: { kysely: Kysely<Tables> } };

/**
 * Determines what the current stage of a trader is ready to pay out.
 * @throws RefusalError if the trader does not exist
 */
export async function readReadiness(context: ReadContext, traderId: number): Promise<Readiness> {
  const { kysely } = context.database;
  const stage = await findStage(kysely, traderId, undefined);
  const account = await readAccount(kysely, traderId);
  const common = {
    now: context.clock.now().getTime(),
    isPayoutEnabled: account.payoutEnabled,
    isBanned: account.banned,
    isUnderReview: account.status === "under-review",
    hasPendingRequest: account.hasPendingRequest,
  };
  const isBreached = account.status === "breached";
  if (!stage) return readinessOf({ ...withoutStage, ...common, isBreached });
  const { judgement, state } = await judgeNow(context, stage);
  const approved = await readApproved(kysely, traderId, stage);
  return readinessOf({
    ...common,
    isBreached: isBreached || judgement.outcome === "breached",
    rules: stage.rules?.payout ?? null,
    currency: stage.currency,
    stageStartedAt: stage.startedAt,
    profit: state?.net ?? 0n,
    isFlat: Object.keys(state?.timeline.positions ?? {}).length === 0,
    approved,
    isEvidenceIncomplete: judgement.grade === "incomplete" || judgement.outcome === "undetermined",
    dayResults: await readDayResults(kysely, stage, approved.lastAt),
  });
}

const withoutStage: Pick<
  ReadinessFacts,
  | "rules"
  | "currency"
  | "stageStartedAt"
  | "profit"
  | "isFlat"
  | "approved"
  | "isEvidenceIncomplete"
  | "dayResults"
> = {
  rules: null,
  currency: "USD",
  stageStartedAt: 0,
  profit: 0n,
  isFlat: true,
  approved: { total: 0n, lastAt: null },
  isEvidenceIncomplete: false,
  dayResults: [],
};

async function readAccount(kysely: Kysely<Tables>, traderId: number) {
  const account = await kysely
    .selectFrom("users")
    .innerJoin("trading_accounts", "trading_accounts.user_id", "users.id")
    .select(["users.banned", "trading_accounts.status"])
    .select("trading_accounts.payout_enabled as payoutEnabled")
    .select(
      sql<boolean>`exists (select from payout_requests
        where payout_requests.user_id = users.id and payout_requests.status = 'pending')`.as(
        "hasPendingRequest",
      ),
    )
    .where("users.id", "=", traderId)
    .executeTakeFirst();
  if (!account) throw notFound("User");
  return account;
}

/**
 * Reads the approved requests of a trader whose last approval was made during a stage. Those in another currency are not
 * part of the total.
 */
async function readApproved(
  kysely: Kysely<Tables>,
  traderId: number,
  stage: RecordStage,
): Promise<ReadinessFacts["approved"]> {
  const { rows } = await sql<{ amount: string; currency: string; at: string }>`
    select amount, currency, coalesce(decided.at, payout_requests.created_at) as at
    from payout_requests
    left join lateral (
      select audit_events.at from audit_events
      where audit_events.payout_id = payout_requests.id
        and action in ('payout.approved', 'payout.reversed')
      order by audit_events.id desc limit 1) as decided on true
    where payout_requests.user_id = ${traderId} and payout_requests.status = 'approved'`.execute(
    kysely,
  );
  const ofStage = rows
    .map(({ amount, currency, at }) => ({
      amount: currency === stage.currency ? storedCents(amount) : 0n,
      at: Date.parse(at),
    }))
    .filter(({ at }) => at >= stage.startedAt && (stage.endedAt === null || at < stage.endedAt));
  return {
    total: ofStage.reduce((sum, { amount }) => sum + amount, 0n),
    lastAt: ofStage.reduce<number | null>((last, { at }) => Math.max(last ?? at, at), null),
  };
}

/** Reads the results of the trading days with deals after a time. Of the day of that time, only later deals count. */
async function readDayResults(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  since: number | null,
): Promise<bigint[]> {
  const after = since === null ? "-infinity" : new Date(since).toISOString();
  const { rows } = await sql<{ net: string }>`
    select case when starts_at > ${after}::timestamptz then net else (
      select coalesce(sum(profit + commission + swap + fee), 0.00) from deals
      where deals.account_id = trading_days.account_id and deals.stage_id = trading_days.stage_id
        and stands and deals.time > ${after}::timestamptz and deals.time < trading_days.ends_at)
      end as net
    from trading_days
    where account_id = ${stage.accountId} and stage_id = ${stage.id} and has_deals
      and ends_at > ${after}::timestamptz`.execute(kysely);
  return rows.map(({ net }) => storedCents(net));
}
