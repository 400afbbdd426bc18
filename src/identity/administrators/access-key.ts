import { createHash } from "node:crypto";
import { hashRaw } from "@node-rs/argon2";
import { makeToken } from "../../platform/lib/tokens.ts";

/** The salt is fixed, so that a key is found by its hash. */
const salt = createHash("sha256")
  .update("propdesk administrator access key")
  .digest()
  .subarray(0, 16);

/** A key that nobody can guess; it is shown once and kept hashed. */
export function makeAccessKey(): string {
  return makeToken();
}

/** argon2id, because a key from `ADMIN_ACCESS_KEY` may be weaker than one that we made. */
export async function hashAccessKey(key: string): Promise<string> {
  const bytes = await hashRaw(key.trim(), {
    salt,
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  });
  return bytes.toString("base64url");
}
