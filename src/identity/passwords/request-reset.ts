import { LockMode } from "@mikro-orm/core";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { Caller } from "../../platform/lib/caller.ts";
import { Trader } from "../users/trader.entity.ts";
import { issueResetLink } from "./issue-reset-link.ts";

/**
 * Mails a reset link where the email is a trader's, and tells nobody whether it is.
 * @throws RefusalError after too many mails to one email, whether anybody has it or not, or asked for from one
 * network address
 */
export async function requestReset(context: Context, caller: Caller, email: string): Promise<void> {
  await context.throttle.take("resetMailByAddress", caller.address);
  await context.throttle.take("resetMailByAccount", email);
  await inTransaction(context.database, async (em) => {
    const trader = await em.findOne(Trader, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!trader) return;
    await issueResetLink(context, em, trader, "reset");
    const actor = { kind: "visitor", caller } as const;
    await recordEvent(context, em, actor, { action: "password.reset-requested", trader });
  });
}
