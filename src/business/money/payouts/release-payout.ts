import type { z } from "zod";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { lockTraderAndPayout, presentDecided } from "./decide-payout.ts";
import type { AdminPayout, releasePayoutInput } from "./payout.schema.ts";

/**
 * Releases a held request, which is then decided and paid like any other.
 * @throws RefusalError if the request does not exist or is not held
 */
export async function releasePayout(
  context: Context,
  actor: StaffActor,
  { id, reason }: z.output<typeof releasePayoutInput>,
): Promise<AdminPayout> {
  await inTransaction(context.database, async (transaction) => {
    const { trader, payout } = await lockTraderAndPayout(transaction, id);
    if (!payout.heldAt) throw new RefusalError("conflict", "This payout request is not held");
    payout.heldAt = null;
    await recordEvent(context, transaction, actor, {
      action: "payout.released",
      trader,
      payoutId: id,
      reason,
    });
  });
  return presentDecided(context, actor, id);
}
