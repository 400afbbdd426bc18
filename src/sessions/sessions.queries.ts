import type { Kysely } from "kysely";
import type { Tables } from "../database/tables.ts";
import { MINUTE } from "../lib/clock.ts";
import { currentTraderColumns } from "../traders/trader.columns.ts";

const SEEN_TO_WITHIN = 5 * MINUTE;

/** The trader behind a session that has not ended; one statement, for it runs before every call. */
export function findTraderSession(kysely: Kysely<Tables>, tokenHash: string, now: Date) {
  return kysely
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["sessions.id as sessionId", "sessions.last_seen_at as lastSeenAt"])
    .select(["users.banned", "users.ban_reason as banReason"])
    .select(currentTraderColumns)
    .where("sessions.token_hash", "=", tokenHash)
    .where("sessions.expires_at", ">", now.toISOString())
    .executeTakeFirst();
}

export function findAdministratorSession(kysely: Kysely<Tables>, tokenHash: string, now: Date) {
  return kysely
    .selectFrom("sessions")
    .innerJoin("admins", "admins.id", "sessions.admin_id")
    .select(["sessions.id as sessionId", "sessions.last_seen_at as lastSeenAt"])
    .select(["admins.id as id", "admins.label as label"])
    .where("sessions.token_hash", "=", tokenHash)
    .where("sessions.expires_at", ">", now.toISOString())
    .where("admins.revoked_at", "is", null)
    .executeTakeFirst();
}

/** Keeps that a session is in use, once in a while: this must not cost a write at every call. */
export async function markSeen(
  kysely: Kysely<Tables>,
  { sessionId, lastSeenAt }: { sessionId: number; lastSeenAt: string },
  now: Date,
): Promise<void> {
  if (now.getTime() - new Date(lastSeenAt).getTime() < SEEN_TO_WITHIN) return;
  await kysely
    .updateTable("sessions")
    .set({ last_seen_at: now.toISOString() })
    .where("id", "=", sessionId)
    .execute();
}
