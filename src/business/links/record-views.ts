import { type Kysely, sql } from "kysely";
import { type AuditedTrader, recordEvents } from "../../identity/audit/record-event.ts";
import type { StaffActor } from "../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";

/** Reads traders as the audit log names them, by their ids; those who do not exist are left out. */
export function readAuditedTraders(
  kysely: Kysely<Tables>,
  ids: readonly number[],
): Promise<AuditedTrader[]> {
  return kysely
    .selectFrom("users")
    .select(["id", "email", "full_name as fullName"])
    .where("id", "=", sql<number>`any(${ids})`)
    .orderBy("id")
    .execute();
}

/** Records that traders were shown together, for each of them. */
export async function recordViews(
  context: Context,
  actor: StaffActor,
  traders: readonly AuditedTrader[],
): Promise<void> {
  if (traders.length === 0) return;
  await inTransaction(context.database, (transaction) =>
    recordEvents(
      context,
      transaction,
      traders.map((trader) => ({ actor, action: "link.viewed", trader })),
    ),
  );
}
