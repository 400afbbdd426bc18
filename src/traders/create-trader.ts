import type { z } from "zod";
import { changesBetween } from "../audit/changes.ts";
import { recordEvent } from "../audit/record-event.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../database/database.ts";
import { issueResetLink } from "../passwords/issue-reset-link.ts";
import type { AdministratorActor } from "../sessions/actor.ts";
import { auditedProfile } from "./audited-profile.ts";
import { refusingTakenEmail } from "./email-taken.ts";
import { openTrader } from "./open-trader.ts";
import type { AdministeredTrader, createTraderInput } from "./trader.schema.ts";
import { getTrader } from "./traders.queries.ts";

/** Makes a trader without a password, who sets the first one by the link in the invitation mail. */
export async function createTrader(
  context: Context,
  actor: AdministratorActor,
  input: z.output<typeof createTraderInput>,
): Promise<AdministeredTrader> {
  const creation = inTransaction(context.database, async (em) => {
    const trader = await openTrader(em, { ...input, createdAt: context.clock.now() });
    await issueResetLink(context, em, trader, "invitation");
    const changes = changesBetween({}, auditedProfile(trader));
    await recordEvent(context, em, actor, { action: "trader.created", trader, changes });
    return trader.id;
  });
  return getTrader(context, await refusingTakenEmail(creation));
}
