import type { z } from "zod";
import { changeAccount } from "./accounts/change-account.ts";
import { changesBetween, hasChanges } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { StaffActor } from "../../identity/tokens/token-actor.ts";
import { lockTrader } from "../../identity/users/lock-trader.ts";
import { profileSnapshot } from "./profile-snapshot.ts";
import { changeEmail } from "./change-email.ts";
import { rejectTakenEmail } from "./taken-email.ts";
import { getTrader } from "./traders.queries.ts";
import type { SavedTrader, updateTraderWithAccountInput } from "./trader.schema.ts";

/**
 * Changes name, email and account fields in one transaction. Omitted fields keep their values.
 * @throws RefusalError if the trader does not exist or the email is taken
 */
export async function updateTrader(
  context: Context,
  actor: StaffActor,
  { id, fullName, email, ...account }: z.output<typeof updateTraderWithAccountInput>,
): Promise<SavedTrader> {
  const update = inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, id);
    const before = profileSnapshot(trader);
    if (fullName !== undefined) trader.fullName = fullName;
    if (email !== undefined) await changeEmail(context, em, trader, email);
    const profileChanges = changesBetween(before, profileSnapshot(trader));
    const accountChanges = await changeAccount(context, em, actor, trader, account);
    if (hasChanges(profileChanges) || !hasChanges(accountChanges)) {
      const event = { action: "trader.updated", trader, changes: profileChanges } as const;
      await recordEvent(context, em, actor, event);
    }
    if (hasChanges(accountChanges)) {
      const event = { action: "account.updated", trader, changes: accountChanges } as const;
      await recordEvent(context, em, actor, event);
    }
  });
  await rejectTakenEmail(update);
  return getTrader(context, id);
}
