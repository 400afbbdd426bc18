import { type Changes, changesBetween } from "../../platform/audit/changes.rule.ts";
import type { Context } from "../../platform/context.ts";
import type { Em } from "../../platform/database/orm.ts";
import { encryptMasterPassword } from "../../platform/vault/master-password.ts";
import type { Trader } from "../../identity/users/trader.entity.ts";
import { TradingAccount } from "./account.entity.ts";
import type { AccountFields } from "./account.schema.ts";
import { accountSnapshot } from "./account-snapshot.ts";

/**
 * Sets the given fields of a trader's account in the transaction of `em`; the others keep their values.
 * @param trader locked, or inserted by the same transaction
 * @returns the changes for the audit log
 */
export async function changeAccount(
  { cipher }: Pick<Context, "cipher">,
  em: Em,
  trader: Trader,
  { masterPassword, ...fields }: AccountFields,
): Promise<Changes> {
  const account = await em.findOneOrFail(TradingAccount, { trader });
  const before = accountSnapshot(account);
  em.assign(account, fields, { ignoreUndefined: true });
  const changes = changesBetween(before, accountSnapshot(account));
  if (masterPassword !== undefined) {
    account.masterPassword = encryptMasterPassword(cipher, trader.id, masterPassword);
    changes.masterPassword = "changed";
  }
  return changes;
}
