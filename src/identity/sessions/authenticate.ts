import type { Context } from "../../platform/context.ts";
import { RefusalError } from "../../platform/errors.ts";
import { hashToken } from "../../platform/vault/tokens.ts";
import { banRefusal, isBanned } from "../users/ban.rule.ts";
import type { AdministratorActor, TraderActor } from "./actor.ts";
import type { Caller } from "../audit/record-event.ts";
import {
  findAdministratorSession,
  findOwn,
  findTraderSession,
  markAdministratorSeen,
  markSeen,
  type OwnRead,
} from "./sessions.queries.ts";

const unauthenticated = () => new RefusalError("unauthenticated", "Please sign in");

/** @throws RefusalError if the session does not exist or has expired, or the trader is banned */
export async function authenticateTrader(
  { database, clock }: Context,
  token: string | undefined,
  caller: Caller,
): Promise<TraderActor> {
  if (token === undefined) throw unauthenticated();
  const found = await findTraderSession(database.pool, hashToken(token), clock.now());
  if (!found) throw unauthenticated();
  const { sessionId, lastSeenAt, banned, banReason, createdAt, ...trader } = found;
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
  if (token === undefined) throw unauthenticated();
  const { clock, database } = context;
  const parameters = [hashToken(token), clock.now().toISOString(), ...(values?.(input) ?? [])];
  const found = await findOwn(database.pool, statement, parameters);
  if (!found) throw unauthenticated();
  if (isBanned(found)) throw banRefusal(found);
  await markSeen(database.kysely, found, clock.now());
  const { traderId, own } = found;
  return { traderId, own: present(context, traderId, own) };
}

export async function findAdministrator(
  { database, clock }: Context,
  token: string | undefined,
  caller: Caller,
): Promise<AdministratorActor | undefined> {
  if (token === undefined) return undefined;
  const found = await findAdministratorSession(database.pool, hashToken(token), clock.now());
  if (!found) return undefined;
  const { lastSeenAt, ...administrator } = found;
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
  if (tokens.trader === undefined)
    throw new RefusalError("unauthenticated", "Please sign in as an administrator");
  await authenticateTrader(context, tokens.trader, caller);
  throw new RefusalError("forbidden", "Only administrators may do this");
}
