import type { Kysely } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import { MINUTE } from "../../platform/lib/clock.ts";
import type { Pool } from "pg";
import {
  type PreparedStatement,
  runPrepared,
  selectList,
} from "../../platform/database/prepared.ts";
import { currentTraderColumns } from "../users/trader.columns.ts";
import type { CurrentTrader } from "../users/current-trader.schema.ts";

/** The session with this token, where it has not ended, and the trader behind it. */
const ofTrader = `from sessions join users on users.id = sessions.user_id
  where sessions.token_hash = $1 and sessions.expires_at > $2`;

/** What a ban says; a trader who is not banned has none. */
interface Ban {
  banned: boolean;
  banReason: string | null;
}

const banColumns = selectList(["users.banned as banned", "users.ban_reason as banReason"]);

/** Which session it is, and when it was last seen. */
interface Seen {
  sessionId: number;
  lastSeenAt: string;
}

const seenColumns = selectList(["sessions.id as sessionId", "sessions.last_seen_at as lastSeenAt"]);

type TraderSession = Ban & Seen & Omit<CurrentTrader, "createdAt"> & { createdAt: string };

const traderSession: PreparedStatement = {
  name: "trader_session",
  text: `select ${seenColumns}, ${banColumns}, ${selectList(currentTraderColumns)} ${ofTrader}`,
};

const SEEN_TO_WITHIN = 5 * MINUTE;

/** The trader behind a session that has not ended; one statement, for it runs before every call. */
export async function findTraderSession(
  pool: Pool,
  tokenHash: string,
  now: Date,
): Promise<TraderSession | undefined> {
  const [found] = await runPrepared<TraderSession>(pool, traderSession, [
    tokenHash,
    now.toISOString(),
  ]);
  return found;
}

/** A statement that looks for the session itself: `$1` is the digest of its token, `$2` the time. */
export interface OwnStatement extends PreparedStatement {
  looksForSession: true;
}

/** What is asked for, and whose it is. */
export interface OwnRow<Own> extends Ban, Seen {
  traderId: number;
  own: Own;
}

const sessionColumns = `users.id as "traderId", ${seenColumns}, ${banColumns}`;

/**
 * Reads something of the trader behind a session, in the statement that looks for the session.
 * @param own SQL for one value, of the trader `users.id`
 */
export function readsOwn(name: string, own: string): OwnStatement {
  return {
    name: `own_${name}`,
    text: `select ${sessionColumns}, (${own}) as own ${ofTrader}`,
    looksForSession: true,
  };
}

/**
 * Writes something of the trader behind a session, in the statement that looks for the session.
 * @param steps SQL of a `with`. Each takes its trader from `admitted`: one `id` where the session holds
 * and the trader is not banned, and none where not. Their parameters begin with `$3`
 * @param own SQL for one value that tells what came of them
 */
export function writesOwn(name: string, steps: string, own: string): OwnStatement {
  return {
    name: `own_${name}`,
    text: `with session as (select ${sessionColumns} ${ofTrader}),
      admitted as (select "traderId" as id from session where not banned),
      ${steps}
      select session.*, (${own}) as own from session`,
    looksForSession: true,
  };
}

const administratorSession: PreparedStatement = {
  name: "administrator_session",
  text: `select ${seenColumns}, admins.id as id, admins.label as label
    from sessions join admins on admins.id = sessions.admin_id
    where sessions.token_hash = $1 and sessions.expires_at > $2 and admins.revoked_at is null`,
};

export async function findAdministratorSession(pool: Pool, tokenHash: string, now: Date) {
  const [found] = await runPrepared<Seen & { id: number; label: string }>(
    pool,
    administratorSession,
    [tokenHash, now.toISOString()],
  );
  return found;
}

/** Keeps that a session is in use, once in a while: this must not cost a write at every call. */
export async function markSeen(
  kysely: Kysely<Tables>,
  { sessionId, lastSeenAt }: Seen,
  now: Date,
): Promise<void> {
  if (now.getTime() - new Date(lastSeenAt).getTime() < SEEN_TO_WITHIN) return;
  await kysely
    .updateTable("sessions")
    .set({ last_seen_at: now.toISOString() })
    .where("id", "=", sessionId)
    .execute();
}
