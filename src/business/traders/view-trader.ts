import { readMasterPassword } from "./accounts/master-password.ts";
import { recordEvent } from "../../identity/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { StaffActor } from "../../identity/tokens/authenticate-token.ts";
import { mayUseCredentials } from "./accounts/account.rule.ts";
import { readRecovery } from "../../identity/second-factor/recovery.queries.ts";
import type { AdminTrader } from "./trader.schema.ts";
import { getTrader } from "./traders.queries.ts";

/**
 * Returns a trader, with the master password if the administrator's role may read it. The view is recorded before the
 * response, so that an administrator never receives a password without an entry in the audit log.
 * @throws RefusalError if the trader does not exist
 */
export async function viewTrader(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<AdminTrader> {
  const saved = await getTrader(context, id);
  const recovery = await readRecovery(context, context.database.kysely, id);
  const trader = { ...saved, recovery };
  if (!mayUseCredentials(actor)) return trader;
  const masterPassword = await readMasterPassword(context, id);
  if (masterPassword !== null) {
    await inTransaction(context.database, (transaction) =>
      recordEvent(context, transaction, actor, { action: "master-password.viewed", trader }),
    );
  }
  const account = { ...trader.account, masterPassword };
  return { ...trader, tradingAccount: account, account };
}
