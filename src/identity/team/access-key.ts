import { createHash } from "node:crypto";
import { hashRaw } from "@node-rs/argon2";
import { generateToken } from "../../platform/lib/tokens.ts";

/** The salt is fixed, because administrators are looked up by the hash of their key. */
const salt = createHash("sha256")
  .update("propdesk administrator access key")
  .digest()
  .subarray(0, 16);

/** Generates a random access key. It is shown once; only its hash is stored. */
export function generateAccessKey(): string {
  return generateToken();
}

/** Hashes the key with argon2id, because a key from `ADMIN_ACCESS_KEY` may be weaker than a generated one. */
export async function hashAccessKey(key: string): Promise<string> {
  const bytes = await hashRaw(key.trim(), {
    salt,
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  });
  return bytes.toString("base64url");
}
