import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Context } from "../../platform/context.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { MINUTE } from "../../platform/time/durations.rule.ts";
import { boolean, integer, selectList, text, timestamp } from "../../platform/database/columns.ts";
import { type PreparedStatement, runPrepared } from "../../platform/database/database.ts";
import type { Role } from "../roles/roles.rule.ts";
import { currentTraderColumns } from "../users/present-trader.ts";
import type { CurrentTrader } from "../users/user.schema.ts";
import { byTrader, type OwnDataPart } from "../users/own-data-part.ts";

/** The unexpired session with the token digest `$1` at the time `$2`, and its trader. */
const ofTrader = `from sessions join users on users.id = sessions.user_id
  where sessions.token_hash = $1 and sessions.expires_at > $2`;

/** The reason is `null` unless the trader is banned. */
interface Ban {
  banned: boolean;
  banReason: string | null;
}

const banColumns = selectList({
  banned: boolean("users.banned"),
  banReason: text("users.ban_reason"),
});

interface Seen {
  sessionId: number;
  lastSeenAt: string;
}

const seenColumns = selectList({
  sessionId: integer("sessions.id"),
  lastSeenAt: timestamp("sessions.last_seen_at"),
});

type TraderSession = Ban & Seen & Omit<CurrentTrader, "createdAt"> & { createdAt: string };

const traderSession: PreparedStatement = {
  name: "trader_session",
  text: `select ${seenColumns}, ${banColumns}, ${selectList(currentTraderColumns)} ${ofTrader}`,
};

const SEEN_INTERVAL = 5 * MINUTE;

/** Reads the session, the trader and the ban in one statement, because this runs before every call. */
export async function findTraderSession(
  pool: Pool,
  tokenHash: string,
  now: Date,
): Promise<TraderSession | undefined> {
  const [session] = await runPrepared<TraderSession>(pool, traderSession, [
    tokenHash,
    now.toISOString(),
  ]);
  return session;
}

/** A read of a trader's own data, in one statement with the session. */
export interface OwnRead<Own> {
  statement: PreparedStatement;
  /** The parameters from `$3` on. The input has not been validated yet. */
  values?: (input: unknown) => unknown[];
  /** @param own the value that the statement read; JSON is already parsed */
  present: (context: Context, traderId: number, own: unknown) => Own;
}

/** @param own an SQL expression for one value of the trader `users.id` */
export function ownStatement(name: string, own: string): PreparedStatement {
  return {
    name: `own_${name}`,
    text: `select users.id as "traderId", ${seenColumns}, ${banColumns}, (${own}) as own ${ofTrader}`,
  };
}

export async function findOwn(
  pool: Pool,
  statement: PreparedStatement,
  values: unknown[],
): Promise<(Ban & Seen & { traderId: number; own: unknown }) | undefined> {
  const [row] = await runPrepared<Ban & Seen & { traderId: number; own: unknown }>(
    pool,
    statement,
    values,
  );
  return row;
}

const administratorSession: PreparedStatement = {
  name: "administrator_session",
  text: `select ${seenColumns}, admins.id as id, admins.label as label,
      admins.role as role,
      coalesce((select second_factor_required from team_settings), false)
        and not exists (select from totp_factors where admin_id = admins.id and confirmed_at is not null)
        and not exists (select from passkeys where admin_id = admins.id) as "mustSetUpSecondFactor"
    from sessions join admins on admins.id = sessions.admin_id
    where sessions.token_hash = $1 and sessions.expires_at > $2 and admins.revoked_at is null`,
};

interface AdministratorSession extends Seen {
  id: number;
  label: string;
  role: Role;
  mustSetUpSecondFactor: boolean;
}

export async function findAdministratorSession(pool: Pool, tokenHash: string, now: Date) {
  const [session] = await runPrepared<AdministratorSession>(pool, administratorSession, [
    tokenHash,
    now.toISOString(),
  ]);
  return session;
}

/** Records that a session is in use, at most once every five minutes, so that most calls write nothing. */
export async function markSeen(
  kysely: Kysely<Tables>,
  { sessionId, lastSeenAt }: Seen,
  now: Date,
): Promise<void> {
  if (now.getTime() - new Date(lastSeenAt).getTime() < SEEN_INTERVAL) return;
  await kysely
    .updateTable("sessions")
    .set({ last_seen_at: now.toISOString() })
    .where("id", "=", sessionId)
    .execute();
}

/**
 * Like `markSeen`, but also records the time with the administrator, so that the team list shows it even after all
 * sessions have ended.
 */
export async function markAdministratorSeen(
  kysely: Kysely<Tables>,
  seen: Seen & { id: number },
  now: Date,
): Promise<void> {
  if (now.getTime() - new Date(seen.lastSeenAt).getTime() < SEEN_INTERVAL) return;
  await markSeen(kysely, seen, now);
  await kysely
    .updateTable("admins")
    .set({ last_seen_at: now.toISOString() })
    .where("id", "=", seen.id)
    .execute();
}

export const sessionsPart: OwnDataPart = {
  name: "sessions",
  about: "Devices that are signed in",
  table: "sessions",
  where: byTrader("sessions.user_id"),
  key: ["sessions.id"],
  columns: {
    address: text("sessions.address"),
    userAgent: text("sessions.user_agent"),
    createdAt: timestamp("sessions.created_at"),
    lastSeenAt: timestamp("sessions.last_seen_at"),
    expiresAt: timestamp("sessions.expires_at"),
  },
};

export const knownDevicesPart: OwnDataPart = {
  name: "known-devices",
  about: "When each known device was last used; the devices are stored as hashes only",
  table: "known_devices",
  where: byTrader("known_devices.trader_id"),
  key: ["known_devices.device_hash"],
  columns: { lastSeenAt: timestamp("known_devices.last_seen_at") },
};
