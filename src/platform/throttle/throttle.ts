import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { addressBlock } from "./addresses.ts";
import { HOUR, MINUTE, SECOND } from "../time/durations.rule.ts";
import { RefusalError } from "../errors.ts";
import { hashToken } from "../vault/tokens.ts";

interface Limit {
  points: number;
  window: number;
  /** The key is an address. Addresses of the same block are counted together. */
  byAddress?: true;
}

/** The maximum number of attempts per window. A window starts with its first attempt. */
const limits = {
  signInByAccount: { points: 10, window: 15 * MINUTE },
  signInByAddress: { points: 100, window: 15 * MINUTE, byAddress: true },
  administratorByAddress: { points: 20, window: 15 * MINUTE, byAddress: true },
  currentPasswordByTrader: { points: 10, window: 15 * MINUTE },
  /** Wrong codes, and wrong access keys of open sessions. A password reset does not reset it. */
  secondFactorByPerson: { points: 10, window: HOUR },
  secondFactorByAddress: { points: 100, window: 15 * MINUTE, byAddress: true },
  passkeyByAddress: { points: 200, window: 15 * MINUTE, byAddress: true },
  emailChangeByTrader: { points: 20, window: HOUR },
  resetTokenByAddress: { points: 100, window: 15 * MINUTE, byAddress: true },
  emailTokenByAddress: { points: 100, window: 15 * MINUTE, byAddress: true },
  verificationMailByTrader: { points: 5, window: HOUR },
  resetMailByAccount: { points: 5, window: HOUR },
  resetMailByAddress: { points: 1000, window: HOUR, byAddress: true },
  certificateCodeByAddress: { points: 50, window: 15 * MINUTE, byAddress: true },
  /** Case files of one trader. A tool may read those of all traders. */
  caseByCallerAndTrader: { points: 60, window: HOUR },
  ownDataByTrader: { points: 1, window: HOUR },
  registrationByAddress: { points: 1000, window: HOUR, byAddress: true },
  noticeByMailbox: { points: 10, window: HOUR },
} as const satisfies Record<string, Limit>;

export type ThrottleName = keyof typeof limits;

/** Limits attempts. The counts are in the database, so that all instances share them and they survive restarts. */
export interface Throttle {
  /**
   * Counts an attempt. Call it before the attempt, so that concurrent attempts cannot exceed the limit.
   * @throws RefusalError with the seconds to wait if the limit is reached
   */
  consume(name: ThrottleName, key: string): Promise<void>;
  /** Subtracts an attempt that succeeded from the count. */
  refund(name: ThrottleName, key: string): Promise<void>;
  /** Resets the count. */
  reset(name: ThrottleName, key: string): Promise<void>;
}

export const noThrottle: Throttle = {
  consume: async () => {},
  refund: async () => {},
  reset: async () => {},
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
  // Keys are hashed so that the table contains no addresses and keys can have any length.
  const digest = (name: ThrottleName, key: string) => {
    const limit: Limit = limits[name];
    return hashToken(limit.byAddress ? addressBlock(key) : key);
  };
  return {
    async consume(name, key) {
      try {
        await limiters[name].consume(digest(name, key));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw tooMany(Math.max(1, Math.ceil(refusal.msBeforeNext / SECOND)));
      }
    },
    async refund(name, key) {
      await limiters[name].reward(digest(name, key));
    },
    async reset(name, key) {
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
