import { type Changes, changesBetween } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { AdministratorActor } from "../../identity/sessions/actor.ts";
import { lockTrader } from "../../identity/users/lock-trader.ts";
import { TradingAccount } from "./account.entity.ts";
import type { AccountFields, TradingAccount as TradingAccountView } from "./account.schema.ts";
import { accountSnapshot } from "./account-snapshot.ts";
import { getAccount } from "./accounts.queries.ts";
import { recordMasterPasswordView } from "./record-view.ts";
import { encryptMasterPassword } from "../../platform/vault/master-password.ts";

/** Sets the fields that are given, and leaves the others as they are. */
export async function saveAccount(
  context: Context,
  actor: AdministratorActor,
  traderId: number,
  { masterPassword, ...fields }: AccountFields,
): Promise<TradingAccountView> {
  const owner = await inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, traderId);
    const account = await em.findOneOrFail(TradingAccount, { trader });
    const before = accountSnapshot(account);
    em.assign(account, fields, { ignoreUndefined: true });
    const changes: Changes = changesBetween(before, accountSnapshot(account));
    if (masterPassword !== undefined) {
      account.masterPassword = encryptMasterPassword(context.cipher, traderId, masterPassword);
      changes.masterPassword = "changed";
    }
    await recordEvent(context, em, actor, { action: "account.updated", trader, changes });
    return trader;
  });
  const saved = await getAccount(context, traderId);
  // Whoever has just set it has not seen anything.
  if (masterPassword === undefined) await recordMasterPasswordView(context, actor, owner, saved);
  return saved;
}
