import type { Caller } from "../audit/record-event.ts";
import type { Role } from "../roles/roles.rule.ts";
import type { CurrentTrader } from "../users/user.schema.ts";
import type { Context } from "../../platform/context.ts";
import { RefusalError } from "../../platform/errors.ts";
import { hashToken } from "../../platform/vault/tokens.ts";
import { banRefusal, isBanned } from "../users/ban.rule.ts";
import {
  findAdministratorSession,
  findOwn,
  findTraderSession,
  markAdministratorSeen,
  markSeen,
  type OwnRead,
} from "./sessions.queries.ts";

/** A signed-in trader who is not banned. Only this file creates one. */
export interface TraderActor {
  kind: "trader";
  sessionId: number;
  trader: CurrentTrader;
  caller: Caller;
}

/** A signed-in administrator. Only this file creates one. */
export interface AdministratorActor {
  kind: "administrator";
  sessionId: number;
  id: number;
  label: string;
  /** The role at the time of the call. */
  role: Role;
  /** Whether the team requires a second factor and this administrator has none: see `guards.ts`. */
  mustSetUpSecondFactor: boolean;
  caller: Caller;
}

/** Refuses a call without a session that is valid. */
export const unauthenticated = (kind: (TraderActor | AdministratorActor)["kind"]) =>
  new RefusalError(
    "unauthenticated",
    kind === "trader" ? "Please sign in" : "Please sign in as an administrator",
  );

/** @throws RefusalError if the session does not exist or has expired, or the trader is banned */
export async function authenticateTrader(
  { database, clock }: Context,
  token: string | undefined,
  caller: Caller,
): Promise<TraderActor> {
  if (token === undefined) throw unauthenticated("trader");
  const session = await findTraderSession(database.pool, hashToken(token), clock.now());
  if (!session) throw unauthenticated("trader");
  const { sessionId, lastSeenAt, banned, banReason, createdAt, ...trader } = session;
  if (isBanned({ banned })) throw banRefusal({ banReason });
  await markSeen(database.kysely, { sessionId, lastSeenAt }, clock.now());
  return {
    kind: "trader",
    sessionId,
    trader: { ...trader, createdAt: new Date(createdAt) },
    caller,
  };
}

/**
 * Authenticates a trader and reads their own data in one round trip.
 * @param input the call's input before its validation
 * @throws RefusalError for the same reasons as `authenticateTrader`
 */
export async function readOwn<Own>(
  context: Context,
  token: string | undefined,
  { statement, values, present }: OwnRead<Own>,
  input: unknown,
): Promise<{ traderId: number; own: Own }> {
  if (token === undefined) throw unauthenticated("trader");
  const { clock, database } = context;
  const parameters = [hashToken(token), clock.now().toISOString(), ...(values?.(input) ?? [])];
  const row = await findOwn(database.pool, statement, parameters);
  if (!row) throw unauthenticated("trader");
  if (isBanned(row)) throw banRefusal(row);
  await markSeen(database.kysely, row, clock.now());
  const { traderId, own } = row;
  return { traderId, own: present(context, traderId, own) };
}

export async function findAdministrator(
  { database, clock }: Context,
  token: string | undefined,
  caller: Caller,
): Promise<AdministratorActor | undefined> {
  if (token === undefined) return undefined;
  const session = await findAdministratorSession(database.pool, hashToken(token), clock.now());
  if (!session) return undefined;
  const { lastSeenAt, ...administrator } = session;
  const { sessionId, id } = administrator;
  await markAdministratorSeen(database.kysely, { sessionId, lastSeenAt, id }, clock.now());
  return { kind: "administrator", ...administrator, caller };
}

/** @throws RefusalError with 403 if a trader is signed in, with 401 if no session is valid */
export async function authenticateAdministrator(
  context: Context,
  tokens: { administrator: string | undefined; trader: string | undefined },
  caller: Caller,
): Promise<AdministratorActor> {
  const administrator = await findAdministrator(context, tokens.administrator, caller);
  if (administrator) return administrator;
  if (tokens.trader === undefined) throw unauthenticated("administrator");
  await authenticateTrader(context, tokens.trader, caller);
  throw new RefusalError("forbidden", "Only administrators may do this");
}
