import { type Changes, changesBetween } from "../audit/changes.ts";
import { recordEvent } from "../audit/record-event.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../database/database.ts";
import type { AdministratorActor } from "../sessions/actor.ts";
import { lockTrader } from "../traders/find-trader.ts";
import { TradingAccount } from "./account.entity.ts";
import type { AccountFields, TradingAccount as TradingAccountView } from "./account.schema.ts";
import { auditedAccount } from "./audited-account.ts";
import { getAccount } from "./accounts.queries.ts";
import { recordView } from "./record-view.ts";
import { sealMasterPassword } from "./credentials.ts";

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
    const before = auditedAccount(account);
    em.assign(account, fields, { ignoreUndefined: true });
    const changes: Changes = changesBetween(before, auditedAccount(account));
    if (masterPassword !== undefined) {
      account.masterPassword = sealMasterPassword(context.sealer, traderId, masterPassword);
      changes.masterPassword = "changed";
    }
    await recordEvent(context, em, actor, { action: "account.updated", trader, changes });
    return trader;
  });
  const saved = await getAccount(context, traderId);
  // Whoever has just set it has not seen anything.
  if (masterPassword === undefined) await recordView(context, actor, owner, saved);
  return saved;
}
