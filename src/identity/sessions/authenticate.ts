import type { Context } from "../../platform/context.ts";
import { RefusalError } from "../../platform/lib/errors.ts";
import { hashToken } from "../../platform/lib/tokens.ts";
import { banRefusal, isBanned } from "../users/ban.rule.ts";
import type { AdministratorActor, TraderActor } from "./actor.ts";
import type { Caller } from "../../platform/lib/caller.ts";
import { findAdministratorSession, findTraderSession, markSeen } from "./sessions.queries.ts";

export const notSignedIn = () => new RefusalError("unauthenticated", "Please sign in");

/** @throws RefusalError where nobody is signed in, or a banned trader is */
export async function authenticateTrader(
  { database, clock }: Context,
  token: string | undefined,
  caller: Caller,
): Promise<TraderActor> {
  if (token === undefined) throw notSignedIn();
  const found = await findTraderSession(database.pool, hashToken(token), clock.now());
  if (!found) throw notSignedIn();
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

export async function findAdministrator(
  { database, clock }: Context,
  token: string | undefined,
  caller: Caller,
): Promise<AdministratorActor | undefined> {
  if (token === undefined) return undefined;
  const found = await findAdministratorSession(database.pool, hashToken(token), clock.now());
  if (!found) return undefined;
  const { sessionId, lastSeenAt, id, label } = found;
  await markSeen(database.kysely, { sessionId, lastSeenAt }, clock.now());
  return { kind: "administrator", sessionId, id, label, caller };
}

/** @throws RefusalError: 403 for a signed-in trader, 401 for anybody else who is no administrator */
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
