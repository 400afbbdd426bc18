import { LockMode } from "@mikro-orm/core";
import { type Changes, changesBetween } from "../audit/changes.ts";
import { recordEvent } from "../audit/record-event.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../database/database.ts";
import { notFound } from "../lib/errors.ts";
import type { AdministratorActor } from "../sessions/actor.ts";
import { Trader } from "../traders/trader.entity.ts";
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
    const account = await em.findOne(
      TradingAccount,
      { trader: traderId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!account) throw notFound("User");
    const trader = await em.findOneOrFail(Trader, traderId);
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
