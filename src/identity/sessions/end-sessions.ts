import type { Kysely } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { hashToken } from "../../platform/lib/tokens.ts";

/** Ends one session, if it still exists. */
export async function endSession({ database }: Context, token: string | undefined): Promise<void> {
  if (token === undefined) return;
  await database.kysely.deleteFrom("sessions").where("token_hash", "=", hashToken(token)).execute();
}

/** Ends all sessions of a trader. @param options.except the id of a session to keep */
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
