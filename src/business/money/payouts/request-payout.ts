import { sql } from "kysely";
import type { z } from "zod";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { namedColumns } from "../../../platform/database/columns.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { encryptPaymentDetails, fingerprintOf } from "./payment-details.ts";
import { invalidField, notFound, RefusalError } from "../../../platform/errors.ts";
import type { TraderActor } from "../../../identity/sessions/authenticate.ts";
import { banRefusal, isBanned } from "../../../identity/users/ban.rule.ts";
import { canCancel, canRequestPayout, notEligibleMessage } from "./payout-policy.rule.ts";
import { payableCents } from "../../../platform/money/currency-units.rule.ts";
import { moneyIn, storedCents } from "../../../platform/money/money.ts";
import type { Payout, requestPayoutInput } from "./payout.schema.ts";
import { getOwnPayout, presentRequest, requestColumns } from "./payouts.queries.ts";
import {
  type CurrentReadiness,
  readCurrentReadiness,
  readRefusesAbove,
} from "./readiness.queries.ts";
import type { Readiness } from "./readiness.rule.ts";
import { lockOwnTrader, requireOpenSession } from "../../../identity/sessions/lock-actor.ts";
import { PayoutRequest } from "./payout.entity.ts";

/**
 * Creates a payout request. Payment method and details cannot be changed later. An amount above the balance is
 * accepted unless the terms refuse it; an administrator decides.
 * @throws RefusalError if payouts are not enabled for the account, or the trader has been banned or deleted, or the
 * session has ended, since the session was read, or the amount has a part of the currency's smallest unit, or exceeds,
 * with those pending, what can be withdrawn under terms that refuse it
 */
export async function requestPayout(
  context: Context,
  actor: TraderActor,
  { amount, paymentMethod, paymentDetails = null }: z.output<typeof requestPayoutInput>,
): Promise<Payout> {
  const { id } = actor.trader;
  const before = await readReadinessIfPossible(context, id);
  return inTransaction(context.database, async (transaction) => {
    const trader = await lockTraderAndAccount(transaction, id);
    if (isBanned(trader)) throw banRefusal(trader);
    await requireOpenSession(transaction, actor);
    if (!canRequestPayout(trader)) throw new RefusalError("forbidden", notEligibleMessage);
    const readiness = before?.refusesAbove
      ? await requireWithdrawable(context, transaction, id, amount)
      : (before?.readiness ?? (await readUnread(context, transaction, id, amount)));
    const row = await kyselyOf(transaction)
      .insertInto("payout_requests")
      .values({
        id: trader.payoutId,
        user_id: id,
        amount,
        payment_method: paymentMethod,
        sealed_details: encryptPaymentDetails(context.cipher, trader.payoutId, paymentDetails),
        details_fingerprint: fingerprintOf(context.cipher, paymentDetails),
        status: "pending",
        admin_notes: null,
        created_at: context.clock.now().toISOString(),
        readiness: readiness && JSON.stringify(readiness),
      })
      .returning(namedColumns(requestColumns))
      .executeTakeFirstOrThrow();
    const payout = { ...presentRequest(row), payment: null, reversal: null, paymentDetails };
    requireWholeUnits(amount, payout.currency);
    await recordEvent(context, transaction, actor, {
      action: "payout.requested",
      trader,
      payoutId: payout.id,
      changes: changesBetween({}, { amount, currency: payout.currency, paymentMethod }),
    });
    return payout;
  });
}

/** @throws RefusalError if the amount has a part of the currency's smallest unit, such as half a yen */
function requireWholeUnits(amount: string, currency: string): void {
  const cents = storedCents(amount);
  if (payableCents(cents, currency) !== cents)
    throw invalidField("amount", `Amounts in ${currency} have no decimals`);
}

/**
 * Cancels a trader's own pending request. The lock on the trader puts it in order with decisions. No mail is sent:
 * the trader knows, and administrators no longer need to act.
 * @throws RefusalError if the request does not exist or belongs to another trader, with the current request if it is
 * not pending, and if the trader has been banned or deleted, or the session has ended, since the session was read
 */
export async function cancelPayout(
  context: Context,
  actor: TraderActor,
  id: number,
): Promise<Payout> {
  const traderId = actor.trader.id;
  const isCancelled = await inTransaction(context.database, async (transaction) => {
    const trader = await lockOwnTrader(transaction, actor);
    const payout = await transaction.findOne(PayoutRequest, { id, trader: traderId });
    if (!payout) throw notFound("Payout request");
    const { status } = payout;
    if (!canCancel(status)) return false;
    transaction.assign(payout, { status: "cancelled", approvals: [] });
    await recordEvent(context, transaction, actor, {
      action: "payout.cancelled",
      trader,
      payoutId: id,
      changes: changesBetween({ status }, { status: "cancelled" }),
    });
    return true;
  });
  const current = await getOwnPayout(context, traderId, id);
  if (isCancelled) return current;
  const message = `This payout request is already ${current.status}`;
  throw new RefusalError("conflict", message, { current });
}

/**
 * Requires that an amount does not exceed, with those pending, what can be withdrawn. It is read under the lock on the
 * trader, so that two requests at the same moment do not both find it.
 * @returns the readiness with which the request is made
 */
async function requireWithdrawable(
  context: Context,
  transaction: Transaction,
  traderId: number,
  amount: string,
): Promise<Readiness> {
  const locked = { ...context, database: { kysely: kyselyOf(transaction) } };
  const current = await readCurrentReadiness(locked, traderId);
  const { readiness, pending, currency } = current;
  const left = storedCents(readiness.withdrawable) - pending;
  if (!current.refusesAbove || storedCents(amount) <= left) return readiness;
  const money = moneyIn(currency);
  const withdrawable = money(storedCents(readiness.withdrawable));
  const waiting = pending > 0n ? `, and requests of ${money(pending)} are pending` : "";
  throw invalidField("amount", `At most ${withdrawable} can be withdrawn${waiting}`);
}

/**
 * A request whose readiness could not be read is made without it, unless its terms refuse requests above it.
 * @throws what reading it again throws, under such terms
 */
async function readUnread(
  context: Context,
  transaction: Transaction,
  traderId: number,
  amount: string,
): Promise<Readiness | null> {
  const isLimited = await readRefusesAbove(kyselyOf(transaction), traderId);
  return isLimited ? requireWithdrawable(context, transaction, traderId, amount) : null;
}

/** Readiness is informational: if it cannot be determined, the request is accepted without it. */
async function readReadinessIfPossible(
  context: Context,
  traderId: number,
): Promise<CurrentReadiness | null> {
  try {
    return await readCurrentReadiness(context, traderId);
  } catch (error) {
    if (!(error instanceof RefusalError)) {
      context.log.warn({ err: error, traderId }, "the readiness of a payout could not be read");
    }
    return null;
  }
}

/**
 * Locks the trader exclusively: with a shared lock, a steady stream of requests could delay a ban indefinitely. The
 * account is locked too, because PostgreSQL rereads only locked rows after it has waited for a lock. The id of the
 * request is allocated here, because it is needed to encrypt the payment details.
 */
async function lockTraderAndAccount(transaction: Transaction, traderId: number) {
  const trader = await kyselyOf(transaction)
    .selectFrom("users")
    .innerJoin("trading_accounts", "trading_accounts.user_id", "users.id")
    .select(["users.id", "users.full_name as fullName", "users.email"])
    .select(["users.banned", "users.ban_reason as banReason"])
    .select("trading_accounts.payout_enabled as payoutEnabled")
    .select(sql<number>`nextval('payout_requests_id_seq')::int`.as("payoutId"))
    .where("users.id", "=", traderId)
    .forNoKeyUpdate("users")
    .forShare("trading_accounts")
    .executeTakeFirst();
  if (!trader) throw notFound("User");
  return trader;
}
