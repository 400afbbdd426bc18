import { type Caller, recordEvent } from "../audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { notFound } from "../../platform/errors.ts";
import type { TraderActor } from "./authenticate.ts";
import { describeDevice } from "./device.ts";
import type { ActiveSession } from "./session.schema.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { fromNow } from "../../platform/time/clock.ts";
import { DAY, HOUR } from "../../platform/time/durations.rule.ts";
import { generateToken, hashToken } from "../../platform/vault/tokens.ts";
import { Administrator } from "../team/administrator.entity.ts";
import { Trader } from "../users/trader.entity.ts";
import { Session } from "./session.entity.ts";
import type { Kysely } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";

/** Bounds the response, because anyone can sign in any number of times. */
const MAX_LISTED = 1000;

interface ListedSessions {
  owner: "user_id" | "admin_id";
  ownerId: number;
  /** The session of the call, if it is one of these. */
  currentId: number | undefined;
  isCurrentFirst?: boolean;
}

/** Lists the open sessions of a person, most recently used first. */
export async function listSessions(
  { database, clock }: Context,
  { owner, ownerId, currentId, isCurrentFirst = false }: ListedSessions,
): Promise<ActiveSession[]> {
  const rows = await database.kysely
    .selectFrom("sessions")
    .select(["id", "address", "user_agent as userAgent"])
    .select(["created_at as createdAt", "last_seen_at as lastSeenAt", "expires_at as expiresAt"])
    .where(owner, "=", ownerId)
    .where("expires_at", ">", clock.now().toISOString())
    .$if(isCurrentFirst, (query) =>
      query.orderBy((where) => where("id", "=", currentId ?? 0), "desc"),
    )
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_LISTED)
    .execute();
  return rows.map(({ userAgent, createdAt, lastSeenAt, expiresAt, ...session }) => ({
    ...session,
    device: describeDevice(userAgent),
    createdAt: new Date(createdAt),
    lastSeenAt: new Date(lastSeenAt),
    expiresAt: new Date(expiresAt),
    isCurrent: session.id === currentId,
  }));
}

/** Lists the trader's sessions: the current one, then the others, most recently used first. */
export function listOwnSessions(context: Context, actor: TraderActor): Promise<ActiveSession[]> {
  const { sessionId, trader } = actor;
  const own = { owner: "user_id", ownerId: trader.id, currentId: sessionId } as const;
  return listSessions(context, { ...own, isCurrentFirst: true });
}

/** Ends one of the trader's sessions. @throws RefusalError if the trader has no such session */
export async function endOwnSession(
  context: Context,
  actor: TraderActor,
  id: number,
): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const ended = await kyselyOf(transaction)
      .deleteFrom("sessions")
      .where("id", "=", id)
      .where("user_id", "=", actor.trader.id)
      .returning("user_agent as userAgent")
      .executeTakeFirst();
    if (!ended) throw notFound("Session");
    await recordEvent(context, transaction, actor, {
      action: "session.ended",
      trader: actor.trader,
      changes: { sessions: { from: describeDevice(ended.userAgent), to: null } },
    });
  });
}

/** Ends all sessions of the trader but the current one. @returns the number of ended sessions */
export async function endOtherSessions(context: Context, actor: TraderActor): Promise<number> {
  return inTransaction(context.database, async (transaction) => {
    const ended = await kyselyOf(transaction)
      .deleteFrom("sessions")
      .where("user_id", "=", actor.trader.id)
      .where("id", "<>", actor.sessionId)
      .where("expires_at", ">", context.clock.now().toISOString())
      .returning("id")
      .execute();
    if (ended.length === 0) return 0;
    await recordEvent(context, transaction, actor, {
      action: "session.ended",
      trader: actor.trader,
      changes: { sessions: { from: ended.length + 1, to: 1 } },
    });
    return ended.length;
  });
}

const sessionLifetimes = {
  trader: 12 * HOUR,
  rememberedTrader: 30 * DAY,
  administrator: 8 * HOUR,
};

/** The values for the session cookie. */
export interface OpenedSession {
  token: string;
  /** Milliseconds; if undefined, the cookie is deleted when the browser is closed. */
  cookieLifetime?: number;
  /** What the browser is to keep, to be recognised after signing out. */
  device?: string | undefined;
}

type Owner =
  { traderId: number; remember: boolean } | { administratorId: number; secondFactor: boolean };

/** Creates a session in `transaction`. */
export function openSession(
  context: Context,
  transaction: Transaction,
  caller: Caller,
  owner: Owner,
): OpenedSession {
  const token = generateToken();
  const now = context.clock.now();
  const isTrader = "traderId" in owner;
  const remembered = isTrader && owner.remember;
  const lifetime = !isTrader
    ? sessionLifetimes.administrator
    : sessionLifetimes[remembered ? "rememberedTrader" : "trader"];
  transaction.create(Session, {
    tokenHash: hashToken(token),
    trader: isTrader ? transaction.getReference(Trader, owner.traderId) : null,
    administrator: isTrader ? null : transaction.getReference(Administrator, owner.administratorId),
    address: caller.address,
    userAgent: caller.userAgent,
    secondFactor: !isTrader && owner.secondFactor,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: fromNow(context.clock, lifetime),
  });
  return remembered ? { token, cookieLifetime: lifetime } : { token };
}

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
