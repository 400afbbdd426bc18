import type { Kysely } from "kysely";
import type { Tables } from "../database/tables.ts";
import { currentTraderColumns } from "../traders/trader.columns.ts";

/** The trader behind a session that has not ended; one statement, for it runs before every call. */
export function findTraderSession(kysely: Kysely<Tables>, tokenHash: string, now: Date) {
  return kysely
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["sessions.id as sessionId", "users.banned", "users.ban_reason as banReason"])
    .select(currentTraderColumns)
    .where("sessions.token_hash", "=", tokenHash)
    .where("sessions.expires_at", ">", now.toISOString())
    .executeTakeFirst();
}

export function findAdministratorSession(kysely: Kysely<Tables>, tokenHash: string, now: Date) {
  return kysely
    .selectFrom("sessions")
    .innerJoin("admins", "admins.id", "sessions.admin_id")
    .select(["sessions.id as sessionId", "admins.id as id", "admins.label as label"])
    .where("sessions.token_hash", "=", tokenHash)
    .where("sessions.expires_at", ">", now.toISOString())
    .where("admins.revoked_at", "is", null)
    .executeTakeFirst();
}
