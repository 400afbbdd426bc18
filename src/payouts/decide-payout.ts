import { LockMode } from "@mikro-orm/core";
import type { z } from "zod";
import type { Context } from "../context.ts";
import { inTransaction } from "../database/database.ts";
import { notFound, RefusalError } from "../lib/errors.ts";
import type { AdministratorActor } from "../sessions/actor.ts";
import { PayoutRequest } from "./payout.entity.ts";
import type { AdministeredPayout, decidePayoutInput } from "./payout.schema.ts";
import { getPayout } from "./payouts.queries.ts";
import { canDecide } from "./status.ts";

/**
 * Approves or rejects, and may reverse an earlier decision.
 * @throws RefusalError with the present request, where the decision is made already
 */
export async function decidePayout(
  context: Context,
  _actor: AdministratorActor,
  { id, status, adminNotes }: z.output<typeof decidePayoutInput>,
): Promise<AdministeredPayout> {
  const decided = await inTransaction(context.database, async (em) => {
    const payout = await em.findOne(
      PayoutRequest,
      { id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!payout) throw notFound("Payout request");
    if (!canDecide(payout.status, status)) return false;
    payout.status = status;
    payout.adminNotes = adminNotes ?? null;
    return true;
  });
  const current = await getPayout(context, id);
  if (decided) return current;
  throw new RefusalError("conflict", `This payout request is already ${status}`, { current });
}
