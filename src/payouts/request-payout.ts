import { LockMode } from "@mikro-orm/core";
import type { z } from "zod";
import { TradingAccount } from "../accounts/account.entity.ts";
import { recordEvent } from "../audit/record-event.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../database/database.ts";
import type { Em } from "../database/orm.ts";
import { notFound, RefusalError } from "../lib/errors.ts";
import type { TraderActor } from "../sessions/actor.ts";
import { Trader } from "../traders/trader.entity.ts";
import { mayRequestPayout, notEligibleMessage } from "./eligibility.ts";
import { PayoutRequest } from "./payout.entity.ts";
import type { Payout, requestPayoutInput } from "./payout.schema.ts";
import { keepPayoutOfKey, takeKey } from "./repeated-request.ts";

/**
 * Method and details are frozen here; an amount above the balance is for the administrator to judge.
 * @param idempotencyKey the same key and body again get the same answer, and make no second request
 * @throws RefusalError where payouts are not enabled for the account, or the key is another request's
 */
export function requestPayout(
  context: Context,
  actor: TraderActor,
  input: z.output<typeof requestPayoutInput>,
  idempotencyKey?: string,
): Promise<Payout> {
  const keyed = idempotencyKey && {
    traderId: actor.trader.id,
    key: idempotencyKey,
    body: [input.amount, input.paymentMethod, input.paymentDetails ?? null],
  };
  return inTransaction(context.database, async (em) => {
    const earlierId = keyed && (await takeKey(context, em, keyed));
    // As it was answered the first time: what has been decided since is not part of that answer.
    if (earlierId) {
      const earlier = await em.findOneOrFail(PayoutRequest, earlierId);
      return { ...presentPayout(earlier), status: "pending", adminNotes: null };
    }
    const payout = await makeRequest(context, em, actor, input);
    if (keyed) await keepPayoutOfKey(em, keyed, payout.id);
    await recordEvent(context, em, actor, {
      action: "payout.requested",
      trader: actor.trader,
      payoutId: payout.id,
      changes: {
        amount: { from: null, to: payout.amount },
        paymentMethod: { from: null, to: payout.paymentMethod },
      },
    });
    return presentPayout(payout);
  });
}

async function makeRequest(
  { clock }: Context,
  em: Em,
  { trader: { id: traderId } }: TraderActor,
  input: z.output<typeof requestPayoutInput>,
): Promise<PayoutRequest> {
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
  return payout;
}

function presentPayout(payout: PayoutRequest): Payout {
  return {
    id: payout.id,
    userId: payout.trader.id,
    amount: payout.amount,
    paymentMethod: payout.paymentMethod,
    paymentDetails: payout.paymentDetails ?? null,
    status: payout.status,
    adminNotes: payout.adminNotes ?? null,
    createdAt: payout.createdAt,
  };
}
