import { type Kysely, sql } from "kysely";
import {
  type AuditActor,
  type AuditedTrader,
  type NewAuditEvent,
} from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { ActionKind, EnforcementEvent, EnforcementMode } from "./action.rule.ts";
import { isDisabled } from "./actions.queries.ts";
import { actionEvent } from "./change-action.ts";
import { readEnforcement } from "./enforcement-settings.ts";
import { lockQueues, settleQueues } from "./queue.ts";
import { insertActions, type NewAction, readTargets } from "./request-actions.ts";

type EnforceContext = Pick<Context, "clock">;

/** An event for the audit log, to be recorded at the end of the transaction. */
export type EnforcementAuditEvent = NewAuditEvent & { actor: AuditActor };

const REQUESTED_BY = "Rules";
const rules: AuditActor = { kind: "system", name: REQUESTED_BY };

/** An account about which an event is, in the words that its actions give as their reason. */
interface About {
  trader: AuditedTrader;
  accountId: number;
  reason: string;
}

export interface OpenedBreach extends About {
  stageId: number;
  /** Whether the verdict was observed and nothing contradicts the records, so that no person has to look first. */
  isCertain: boolean;
}

/**
 * Asks for what the firm's settings want when breaches open reviews.
 * @param opened breaches whose reviews `transaction` has just opened
 */
export async function enforceOpenedBreaches(
  context: EnforceContext,
  transaction: Transaction,
  opened: OpenedBreach[],
): Promise<EnforcementAuditEvent[]> {
  if (opened.length === 0) return [];
  const kysely = kyselyOf(transaction);
  const { breachOpened: mode } = await readEnforcement(kysely);
  if (mode === "none") return [];
  const { rows } = await sql<{
    id: number;
    accountId: number;
    stageId: number;
    login: string;
    isLatestStage: boolean;
  }>`
    select reviews.id, account_id as "accountId", stage_id as "stageId", login,
      not exists (
        select from stages as own join stages as later
          on later.account_id = own.account_id and later.started_at > own.started_at
        where own.account_id = reviews.account_id and own.id = reviews.stage_id
          and later.started_at <= ${context.clock.now().toISOString()}) as "isLatestStage"
    from reviews join trading_accounts on trading_accounts.id = account_id
    where account_id = any(${opened.map(({ accountId }) => accountId)})
      and kind = 'breach' and decision is null and login is not null
    order by reviews.id`.execute(kysely);
  const wanted = rows.flatMap(({ id, accountId, stageId, login, isLatestStage }) => {
    const breach = opened.find((each) => each.accountId === accountId && each.stageId === stageId);
    if (!breach) return [];
    const { isCertain, ...about } = breach;
    const occasion = { ...about, login, event: "breachOpened", reviewId: id } as const;
    const asked = isCertain ? modeFor({ isLatestStage }, mode) : "propose";
    return actionsOf(occasion, asked, ["disable_trading"]);
  });
  return insert(context, transaction, wanted);
}

/** A review that is being decided. */
export interface DecidedReview extends About {
  reviewId: number;
  stageId: number;
  /** Whether no later stage had started before the decision. */
  isLatestStage: boolean;
  /** Of the account before the decision. */
  login: string | null;
}

/**
 * What an earlier stage shows is only proposed: the stage that runs now may use another login, and its positions are not
 * at fault.
 */
function modeFor(
  { isLatestStage }: Pick<DecidedReview, "isLatestStage">,
  mode: EnforcementMode,
): EnforcementMode {
  return mode === "automatic" && !isLatestStage ? "propose" : mode;
}

/** Asks for what the firm's settings want when a breach is confirmed. */
export async function enforceConfirmedBreach(
  context: EnforceContext,
  transaction: Transaction,
  { login, ...review }: DecidedReview,
): Promise<EnforcementAuditEvent[]> {
  const { breachConfirmed: mode } = await readEnforcement(kyselyOf(transaction));
  if (login === null) return [];
  const occasion = { ...review, login, event: "breachConfirmed" } as const;
  return insert(
    context,
    transaction,
    actionsOf(occasion, modeFor(review, mode), ["close_positions", "disable_trading"]),
  );
}

/**
 * Asks for what the firm's settings want when a pass is confirmed. Must be called after the next stage was started, if
 * the decision starts one.
 */
export async function enforceConfirmedPass(
  context: EnforceContext,
  transaction: Transaction,
  { login, ...review }: DecidedReview,
): Promise<EnforcementAuditEvent[]> {
  const kysely = kyselyOf(transaction);
  const settings = await readEnforcement(kysely);
  const mode = modeFor(review, settings.passConfirmed);
  if (login === null) return [];
  const occasion = { ...review, login, event: "passConfirmed" } as const;
  const wanted = actionsOf(occasion, mode, ["close_positions", "disable_trading"]);
  // The next stage may have changed the login in the unit of work.
  await transaction.flush();
  const targets = await readTargets(kysely, [review.trader.id]);
  const next = targets.get(review.trader.id)!;
  if (next.login === login && next.stageId !== null && next.stageId !== review.stageId) {
    wanted.push(...actionsOf({ ...occasion, stageId: next.stageId }, mode, ["enable_trading"]));
  }
  return insert(context, transaction, wanted);
}

/**
 * Withdraws what the breach of a review has asked for, when it is dismissed or an appeal against it is granted: a
 * `disable_trading` that no bridge has received is cancelled, whatever the settings say; if trading is, or may be,
 * disabled at the platform, the settings decide whether it is enabled again.
 */
export async function enforceOverturnedBreach(
  context: EnforceContext,
  transaction: Transaction,
  { login, ...review }: DecidedReview,
): Promise<EnforcementAuditEvent[]> {
  const kysely = kyselyOf(transaction);
  const { accountId, trader, reason } = review;
  await lockQueues(kysely, [accountId]);
  const cancelled = await cancelDisabling(context, kysely, review);
  if (cancelled.length > 0) await settleQueues(kysely, [accountId]);
  const events = cancelled.map(({ formerStatus, ...action }) => ({
    ...actionEvent("action.cancelled", action, formerStatus),
    actor: rules,
    trader,
    reason,
  }));
  const { breachDismissed: mode } = await readEnforcement(kysely);
  if (login === null || mode === "none") return events;
  const { rows } = await sql<{ isDisabled: boolean }>`
    select ${isDisabled(sql`${accountId}`, sql`${login}`)} as "isDisabled"`.execute(kysely);
  if (!rows[0]!.isDisabled) return events;
  const occasion = { ...review, login, event: "breachDismissed" } as const;
  const wanted = actionsOf(occasion, modeFor(review, mode), ["enable_trading"]);
  return [...events, ...(await insert(context, transaction, wanted))];
}

interface CancelledAction {
  id: number;
  kind: ActionKind;
  stageId: number | null;
  amount: string | null;
  status: "cancelled";
  formerStatus: "proposed" | "pending";
}

async function cancelDisabling(
  { clock }: EnforceContext,
  kysely: Kysely<Tables>,
  { accountId, reviewId }: { accountId: number; reviewId: number },
): Promise<CancelledAction[]> {
  const { rows } = await sql<CancelledAction>`
    with waiting as (
      select id, status from actions where account_id = ${accountId}
        and cause_kind = 'review' and cause_id = ${reviewId} and kind = 'disable_trading'
        and status in ('proposed', 'pending'))
    update actions set status = 'cancelled', finished_at = ${clock.now().toISOString()}
    from waiting where actions.id = waiting.id
    returning actions.id, kind, stage_id as "stageId", amount, actions.status,
      waiting.status as "formerStatus"`.execute(kysely);
  return rows;
}

export interface PaidPayout {
  trader: AuditedTrader;
  paymentId: number;
  payoutId: number;
  /** The profit that the payment settles. */
  profit: string;
}

/** Asks for what the firm's settings want when payouts are marked as paid. */
export async function enforcePaidPayouts(
  context: EnforceContext,
  transaction: Transaction,
  paid: PaidPayout[],
): Promise<EnforcementAuditEvent[]> {
  if (paid.length === 0) return [];
  const kysely = kyselyOf(transaction);
  const { payoutPaid: mode } = await readEnforcement(kysely);
  if (mode === "none") return [];
  const targets = await readTargets(
    kysely,
    paid.map(({ trader }) => trader.id),
  );
  const wanted = paid.flatMap(({ trader, paymentId, payoutId, profit }): NewAction[] => {
    const { login, accountId, stageId } = targets.get(trader.id)!;
    if (login === null) return [];
    const action: NewAction = {
      ...requested(mode, "payoutPaid"),
      trader,
      accountId,
      stageId,
      login,
      kind: "withdraw",
      amount: profit,
      reason: `Payout request #${payoutId} was paid`,
      cause: { kind: "payment", id: paymentId },
    };
    return [action];
  });
  return insert(context, transaction, wanted);
}

const requested = (mode: EnforcementMode, event: EnforcementEvent) => ({
  status: mode === "automatic" ? ("pending" as const) : ("proposed" as const),
  event,
  requestedBy: REQUESTED_BY,
});

/** Returns the actions of an event about a review; none if the settings want none. */
function actionsOf(
  occasion: About & { reviewId: number; stageId: number; login: string; event: EnforcementEvent },
  mode: EnforcementMode,
  kinds: ActionKind[],
): NewAction[] {
  if (mode === "none") return [];
  const { reviewId, event, ...about } = occasion;
  const cause = { kind: "review" as const, id: reviewId };
  return kinds.map((kind) => ({ ...about, ...requested(mode, event), kind, cause }));
}

async function insert(
  context: EnforceContext,
  transaction: Transaction,
  wanted: NewAction[],
): Promise<EnforcementAuditEvent[]> {
  const inserted = await insertActions(context, transaction, wanted);
  return inserted.map(({ event }) => ({ ...event, actor: rules }));
}
