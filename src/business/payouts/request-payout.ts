import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { inTransaction, retryOnDeadlock } from "../../platform/database/database.ts";
import type { TraderSession } from "../../identity/sessions/trader-session.ts";
import { PayoutRequest } from "./payout.entity.ts";
import type { Payout, requestPayoutInput } from "./payout.schema.ts";
import { keepPayoutOfKey, takeKey } from "./idempotency.ts";
import { writeRequest } from "./write-request.ts";

/**
 * Method and details are frozen here; an amount above the balance is for the administrator to judge.
 * @param idempotencyKey the same key and body again get the same answer, and make no second request
 * @throws RefusalError where nobody is signed in, payouts are not enabled for the account, or the key is
 * another request's
 */
export async function requestPayout(
  context: Context,
  session: TraderSession,
  input: z.output<typeof requestPayoutInput>,
  idempotencyKey?: string,
): Promise<Payout> {
  if (!idempotencyKey) return retryOnDeadlock(() => writeRequest(context, session, input));
  const { trader } = await session.authenticate();
  const keyed = {
    traderId: trader.id,
    key: idempotencyKey,
    body: [input.amount, input.paymentMethod, input.paymentDetails ?? null],
  };
  return inTransaction(context.database, async (em) => {
    const earlierId = await takeKey(context, em, keyed);
    // As it was answered the first time: what has been decided since is not part of that answer.
    if (earlierId) {
      const earlier = await em.findOneOrFail(PayoutRequest, earlierId);
      return { ...presentPayout(earlier), status: "pending", adminNotes: null };
    }
    const payout = await writeRequest(context, session, input, em);
    await keepPayoutOfKey(em, keyed, payout.id);
    return payout;
  });
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
