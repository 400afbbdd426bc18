import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { addressBlock } from "./addresses.ts";
import { HOUR, MINUTE, SECOND } from "./clock.ts";
import { RefusalError } from "./errors.ts";
import { hashToken } from "./tokens.ts";

interface Limit {
  points: number;
  window: number;
  /** Counted for all addresses that one caller has. */
  byAddress?: true;
}

/** How often a thing may be tried, in a window that starts with the first try. */
const limits = {
  signInByAccount: { points: 10, window: 15 * MINUTE },
  signInByAddress: { points: 100, window: 15 * MINUTE, byAddress: true },
  administratorByAddress: { points: 20, window: 15 * MINUTE, byAddress: true },
  currentPasswordByTrader: { points: 10, window: 15 * MINUTE },
  emailChangeByTrader: { points: 20, window: HOUR },
  resetTokenByAddress: { points: 100, window: 15 * MINUTE, byAddress: true },
  resetMailByAccount: { points: 5, window: HOUR },
  resetMailByAddress: { points: 1000, window: HOUR, byAddress: true },
  registrationByAddress: { points: 1000, window: HOUR, byAddress: true },
  noticeByMailbox: { points: 10, window: HOUR },
} as const satisfies Record<string, Limit>;

export type ThrottleName = keyof typeof limits;

/** Counts tries in the database, so that all instances count together and a restart forgets none. */
export interface Throttle {
  /**
   * Counts a try before it is made: many at once cannot slip through together.
   * @throws RefusalError with the seconds to wait, where the window is used up
   */
  take(name: ThrottleName, key: string): Promise<void>;
  /** Takes one counted try back: it was no failure. */
  giveBack(name: ThrottleName, key: string): Promise<void>;
  /** Forgets all tries. */
  forget(name: ThrottleName, key: string): Promise<void>;
}

export const noThrottle: Throttle = {
  take: async () => {},
  giveBack: async () => {},
  forget: async () => {},
};

export function createThrottle(pool: Pool): Throttle {
  const limiterFor = (name: ThrottleName) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: "client",
      tableName: "throttles",
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: limits[name].points,
      duration: limits[name].window / SECOND,
    });
  const names = Object.keys(limits) as ThrottleName[];
  const limiters = Object.fromEntries(names.map((name) => [name, limiterFor(name)])) as Record<
    ThrottleName,
    RateLimiterPostgres
  >;
  // Keys are digests: the table needs no one's address, and takes keys of any length.
  const digest = (name: ThrottleName, key: string) => {
    const limit: Limit = limits[name];
    return hashToken(limit.byAddress ? addressBlock(key) : key);
  };
  return {
    async take(name, key) {
      try {
        await limiters[name].consume(digest(name, key));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw tooMany(Math.max(1, Math.ceil(refusal.msBeforeNext / SECOND)));
      }
    },
    async giveBack(name, key) {
      await limiters[name].reward(digest(name, key));
    },
    async forget(name, key) {
      await limiters[name].delete(digest(name, key));
    },
  };
}

function tooMany(retryAfter: number): RefusalError {
  const minutes = Math.ceil(retryAfter / 60);
  const wait =
    retryAfter < 60 ? `${retryAfter} seconds` : `${minutes} minute${minutes === 1 ? "" : "s"}`;
  return new RefusalError("throttled", `Too many attempts. Please try again in ${wait}.`, {
    retryAfter,
  });
}
