import type { Kysely } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { hashToken } from "../../platform/lib/tokens.ts";

/** Signs out one browser. No error where the session has ended already. */
export async function endSession({ database }: Context, token: string | undefined): Promise<void> {
  if (token === undefined) return;
  await database.kysely.deleteFrom("sessions").where("token_hash", "=", hashToken(token)).execute();
}

/** Signs a trader out everywhere, or everywhere but in one session. */
export async function endTraderSessions(
  kysely: Kysely<Tables>,
  traderId: number,
  options: { except?: number } = {},
): Promise<void> {
  await kysely
    .deleteFrom("sessions")
    .where("user_id", "=", traderId)
    .$if(options.except !== undefined, (query) => query.where("id", "<>", options.except!))
    .execute();
}
