import { LockMode } from "@mikro-orm/core";
import type { Context } from "../context.ts";
import { inTransaction } from "../database/database.ts";
import { notFound } from "../lib/errors.ts";
import type { AdministratorActor } from "../sessions/actor.ts";
import { TradingAccount } from "./account.entity.ts";
import type { AccountFields, TradingAccount as TradingAccountView } from "./account.schema.ts";
import { getAccount } from "./accounts.queries.ts";
import { sealMasterPassword } from "./credentials.ts";

/** Sets the fields that are given, and leaves the others as they are. */
export async function saveAccount(
  context: Context,
  _actor: AdministratorActor,
  traderId: number,
  { masterPassword, ...fields }: AccountFields,
): Promise<TradingAccountView> {
  await inTransaction(context.database, async (em) => {
    const account = await em.findOne(
      TradingAccount,
      { trader: traderId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!account) throw notFound("User");
    em.assign(account, fields, { ignoreUndefined: true });
    if (masterPassword !== undefined) {
      account.masterPassword = sealMasterPassword(context.sealer, traderId, masterPassword);
    }
  });
  return getAccount(context, traderId);
}
