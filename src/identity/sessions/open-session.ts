import type { Context } from "../../platform/context.ts";
import type { Em } from "../../platform/database/orm.ts";
import { fromNow } from "../../platform/lib/clock.ts";
import { DAY, HOUR } from "../../platform/time/durations.rule.ts";
import { hashToken, generateToken } from "../../platform/lib/tokens.ts";
import { Administrator } from "../team/administrator.entity.ts";
import { Trader } from "../users/trader.entity.ts";
import type { Caller } from "../../platform/lib/caller.ts";
import { Session } from "./session.entity.ts";

export const sessionLifetimes = {
  trader: 12 * HOUR,
  rememberedTrader: 30 * DAY,
  administrator: 8 * HOUR,
};

/** The values for the session cookie. */
export interface OpenedSession {
  token: string;
  /** Milliseconds; if undefined, the cookie is deleted when the browser is closed. */
  cookieLifetime?: number;
}

type Owner = { traderId: number; remember: boolean } | { administratorId: number };

/** Creates a session in the transaction of `em`. */
export function openSession(context: Context, em: Em, caller: Caller, owner: Owner): OpenedSession {
  const token = generateToken();
  const now = context.clock.now();
  const isTrader = "traderId" in owner;
  const remembered = isTrader && owner.remember;
  const lifetime = !isTrader
    ? sessionLifetimes.administrator
    : sessionLifetimes[remembered ? "rememberedTrader" : "trader"];
  em.create(Session, {
    tokenHash: hashToken(token),
    trader: isTrader ? em.getReference(Trader, owner.traderId) : null,
    administrator: isTrader ? null : em.getReference(Administrator, owner.administratorId),
    address: caller.address,
    userAgent: caller.userAgent,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: fromNow(context.clock, lifetime),
  });
  return remembered ? { token, cookieLifetime: lifetime } : { token };
}
