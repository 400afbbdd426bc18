import type { z } from "zod";
import { changeAccount } from "./accounts/change-account.ts";
import { changesBetween, hasChanges } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { issueResetLink } from "../../identity/passwords/issue-reset-link.ts";
import type { StaffActor } from "../../identity/tokens/token-actor.ts";
import { profileSnapshot } from "./profile-snapshot.ts";
import { rejectTakenEmail } from "./taken-email.ts";
import { insertTrader } from "./insert-trader.ts";
import type { createTraderWithAccountInput, SavedTrader } from "./trader.schema.ts";
import { getTrader } from "./traders.queries.ts";

/**
 * Creates a trader without a password and mails an invitation with a link to set one. Omitted account fields get
 * their defaults.
 * @throws RefusalError if the email is taken
 */
export async function createTrader(
  context: Context,
  actor: StaffActor,
  { fullName, email, ...account }: z.output<typeof createTraderWithAccountInput>,
): Promise<SavedTrader> {
  const creation = inTransaction(context.database, async (em) => {
    const createdAt = context.clock.now();
    const trader = await insertTrader(em, { fullName: fullName ?? null, email, createdAt });
    await issueResetLink(context, em, trader, "invitation");
    const accountChanges = await changeAccount(context, em, actor, trader, account);
    const changes = changesBetween({}, profileSnapshot(trader));
    await recordEvent(context, em, actor, { action: "trader.created", trader, changes });
    if (hasChanges(accountChanges)) {
      const event = { action: "account.updated", trader, changes: accountChanges } as const;
      await recordEvent(context, em, actor, event);
    }
    return trader.id;
  });
  return getTrader(context, await rejectTakenEmail(creation));
}
