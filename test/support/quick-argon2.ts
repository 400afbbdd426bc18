import * as argon2 from "@node-rs/argon2/index.js";

/*
 * Replaces argon2 in the tests of the API and the screens, because hashing would take a tenth of their time. The real
 * cost is checked by `test/unit/identity/passwords/hash.test.ts`.
 */
const cost = { memoryCost: 64, timeCost: 1 };

export const { verify } = argon2;

export const hash: typeof argon2.hash = (password, options, signal) =>
  argon2.hash(password, { ...options, ...cost }, signal);

export const hashRaw: typeof argon2.hashRaw = (password, options, signal) =>
  argon2.hashRaw(password, { ...options, ...cost }, signal);
