import { isIP } from "node:net";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import ipaddr from "ipaddr.js";
import { SECOND } from "../time/durations.rule.ts";
import { RefusalError } from "../errors.ts";
import { hashToken } from "../vault/tokens.ts";
import { keysOf } from "../fields/keys-of.rule.ts";

export interface Limit {
  points: number;
  window: number;
  /** The key is an address. Addresses of the same block are counted together. */
  byAddress?: true;
}

/** The limits by name; `src/declarations.ts` lists them and fills this interface. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface Limits {}

export type ThrottleName = keyof Limits;

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

export function createThrottle(pool: Pool, limits: Record<ThrottleName, Limit>): Throttle {
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
  const names = keysOf(limits);
  const limiters = Object.fromEntries(names.map((name) => [name, limiterFor(name)])) as Record<
    ThrottleName,
    RateLimiterPostgres
  >;
  // Keys are hashed so that the table contains no addresses and keys can have any length.
  const digest = (name: ThrottleName, key: string) => {
    return hashToken(limits[name].byAddress ? addressBlock(key) : key);
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

/**
 * Returns the block of addresses that counts as one caller: an IPv4 address in canonical notation, or the /64 prefix
 * that providers assign to an IPv6 customer. Text that is not an address is returned unchanged.
 */
export function addressBlock(text: string): string {
  const address = withoutPort(text);
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

/** Removes the port, which some proxies add to the address; it differs for each connection. */
function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address)?.slice(1).find(Boolean) ?? address;
}
