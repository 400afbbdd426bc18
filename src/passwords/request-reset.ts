import { LockMode } from "@mikro-orm/core";
import type { Context } from "../context.ts";
import { inTransaction } from "../database/database.ts";
import { Trader } from "../traders/trader.entity.ts";
import { issueResetLink } from "./issue-reset-link.ts";

/**
 * Mails a reset link where the email is a trader's, and tells nobody whether it is.
 * @throws RefusalError after too many mails to one address, whether anybody has it or not
 */
export async function requestReset(context: Context, email: string): Promise<void> {
  await context.throttle.take("resetMailByAccount", email);
  await inTransaction(context.database, async (em) => {
    const trader = await em.findOne(Trader, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (trader) await issueResetLink(context, em, trader, "reset");
  });
}
