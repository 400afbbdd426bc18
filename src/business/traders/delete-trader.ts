import { accountSnapshot } from "../accounts/account-snapshot.ts";
import { TradingAccount } from "../accounts/account.entity.ts";
import { changesBetween } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import { Certificate } from "../certificates/certificate.entity.ts";
import type { Context } from "../../platform/context.ts";
import { afterCommit, inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { StaffActor } from "../../identity/bearer/token-actor.ts";
import { profileSnapshot } from "./profile-snapshot.ts";
import { lockTraderToDelete } from "../../identity/users/lock-trader.ts";

/**
 * Deletes a trader with account, trading record, payouts, certificates and sessions. The files are removed after the
 * commit.
 * @throws RefusalError if the trader does not exist
 */
export async function deleteTrader(context: Context, actor: StaffActor, id: number): Promise<void> {
  const keys = await inTransaction(context.database, async (em) => {
    const trader = await lockTraderToDelete(em, id);
    const account = await em.findOneOrFail(TradingAccount, { trader });
    const certificates = await em.find(Certificate, { trader: id }, { fields: ["fileKey"] });
    const statements = await kyselyOf(em)
      .selectFrom("statements")
      .select("file_key as fileKey")
      .where("account_id", "=", account.id)
      .execute();
    const { currency } = account;
    const last = { ...profileSnapshot(trader), ...accountSnapshot(account), currency };
    await kyselyOf(em)
      .deleteFrom("idempotent_calls")
      .where("actor_kind", "=", "trader")
      .where("actor_id", "=", id)
      .execute();
    em.remove(trader);
    const changes = changesBetween(last, {});
    await recordEvent(context, em, actor, { action: "trader.deleted", trader, changes });
    return [...certificates, ...statements].map(({ fileKey }) => fileKey);
  });
  await afterCommit(context.database, async () => {
    for (const key of keys) {
      // Housekeeping removes files that are left over.
      await context.files.remove(key).catch((error: unknown) => {
        context.log.warn({ err: error, key }, "a deleted trader's file could not be removed yet");
      });
    }
  });
}
