import type { z } from "zod";
import { changesBetween } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { issueResetLink } from "../../identity/passwords/issue-reset-link.ts";
import type { AdministratorActor } from "../../identity/sessions/actor.ts";
import { profileSnapshot } from "./profile-snapshot.ts";
import { rejectTakenEmail } from "./taken-email.ts";
import { insertTrader } from "./insert-trader.ts";
import type { SavedTrader, createTraderInput } from "./trader.schema.ts";
import { getTrader } from "./traders.queries.ts";

/** Makes a trader without a password, who sets the first one by the link in the invitation mail. */
export async function createTrader(
  context: Context,
  actor: AdministratorActor,
  input: z.output<typeof createTraderInput>,
): Promise<SavedTrader> {
  const creation = inTransaction(context.database, async (em) => {
    const trader = await insertTrader(em, { ...input, createdAt: context.clock.now() });
    await issueResetLink(context, em, trader, "invitation");
    const changes = changesBetween({}, profileSnapshot(trader));
    await recordEvent(context, em, actor, { action: "trader.created", trader, changes });
    return trader.id;
  });
  return getTrader(context, await rejectTakenEmail(creation));
}
