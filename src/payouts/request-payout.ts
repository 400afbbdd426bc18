import { LockMode } from "@mikro-orm/core";
import type { z } from "zod";
import { TradingAccount } from "../accounts/account.entity.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../database/database.ts";
import { notFound, RefusalError } from "../lib/errors.ts";
import type { TraderActor } from "../sessions/actor.ts";
import { Trader } from "../traders/trader.entity.ts";
import { mayRequestPayout, notEligibleMessage } from "./eligibility.ts";
import { PayoutRequest } from "./payout.entity.ts";
import type { Payout, requestPayoutInput } from "./payout.schema.ts";

/**
 * Method and details are frozen here; an amount above the balance is for the administrator to judge.
 * @throws RefusalError where payouts are not enabled for the account
 */
export function requestPayout(
  { clock, database }: Context,
  actor: TraderActor,
  input: z.output<typeof requestPayoutInput>,
): Promise<Payout> {
  const traderId = actor.trader.id;
  return inTransaction(database, async (em) => {
    // Shared lock: payouts cannot be switched off between the look and the request.
    const account = await em.findOne(
      TradingAccount,
      { trader: traderId },
      { lockMode: LockMode.PESSIMISTIC_READ },
    );
    if (!account) throw notFound("User");
    if (!mayRequestPayout(account)) throw new RefusalError("forbidden", notEligibleMessage);
    const payout = em.create(PayoutRequest, {
      trader: em.getReference(Trader, traderId),
      amount: input.amount,
      paymentMethod: input.paymentMethod,
      paymentDetails: input.paymentDetails ?? null,
      createdAt: clock.now(),
    });
    await em.flush();
    return {
      id: payout.id,
      userId: traderId,
      amount: payout.amount,
      paymentMethod: payout.paymentMethod,
      paymentDetails: payout.paymentDetails ?? null,
      status: payout.status,
      adminNotes: null,
      createdAt: payout.createdAt,
    };
  });
}
