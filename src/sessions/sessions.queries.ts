import type { Pool } from "pg";
import { type PreparedStatement, runPrepared, selectList } from "../database/prepared.ts";
import { currentTraderColumns } from "../traders/trader.columns.ts";
import type { CurrentTrader } from "../traders/trader.schema.ts";

/** The session with this token, where it has not ended, and the trader behind it. */
const ofTrader = `from sessions join users on users.id = sessions.user_id
  where sessions.token_hash = $1 and sessions.expires_at > $2`;

/** What a ban says; a trader who is not banned has none. */
interface Ban {
  banned: boolean;
  banReason: string | null;
}

const banColumns = selectList(["users.banned as banned", "users.ban_reason as banReason"]);

type TraderSession = Ban &
  Omit<CurrentTrader, "createdAt"> & { sessionId: number; createdAt: string };

const traderSession: PreparedStatement = {
  name: "trader_session",
  text: `select sessions.id as "sessionId", ${banColumns}, ${selectList(currentTraderColumns)} ${ofTrader}`,
};

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

/**
 * Reads something of the trader behind a session, in the statement that looks for the session.
 * @param own SQL for one value, of the trader `users.id`
 */
export function withTraderSession(name: string, own: string): PreparedStatement {
  return {
    name: `own_${name}`,
    text: `select users.id as "traderId", ${banColumns}, (${own}) as own ${ofTrader}`,
  };
}

/** What is asked for, and whose it is. */
export interface OwnRow<Own> extends Ban {
  traderId: number;
  own: Own;
}

const administratorSession: PreparedStatement = {
  name: "administrator_session",
  text: `select sessions.id as "sessionId", admins.id as id, admins.label as label
    from sessions join admins on admins.id = sessions.admin_id
    where sessions.token_hash = $1 and sessions.expires_at > $2 and admins.revoked_at is null`,
};

export async function findAdministratorSession(pool: Pool, tokenHash: string, now: Date) {
  const [found] = await runPrepared<{ sessionId: number; id: number; label: string }>(
    pool,
    administratorSession,
    [tokenHash, now.toISOString()],
  );
  return found;
}
