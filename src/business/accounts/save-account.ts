import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { StaffActor } from "../../identity/bearer/token-actor.ts";
import { lockTrader } from "../../identity/users/lock-trader.ts";
import type { AccountFields, AccountWithoutPassword } from "./account.schema.ts";
import { getAccount } from "./accounts.queries.ts";
import { changeAccount } from "./change-account.ts";

/**
 * @param reason as entered, for the audit log
 * @throws RefusalError if the trader does not exist
 */
export async function saveAccount(
  context: Context,
  actor: StaffActor,
  traderId: number,
  fields: AccountFields,
  reason?: string | null,
): Promise<AccountWithoutPassword> {
  await inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, traderId);
    const changes = await changeAccount(context, em, actor, trader, fields);
    await recordEvent(context, em, actor, {
      action: "account.updated",
      trader,
      changes,
      reason: reason ?? null,
    });
  });
  return getAccount(context, traderId);
}
