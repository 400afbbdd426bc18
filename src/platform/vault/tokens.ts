import { createHash, randomBytes } from "node:crypto";

/** Returns 256 random bits as text that is safe in URLs. */
export function generateToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the stored form of a token. Tokens have 256 random bits, so an unsalted hash is sufficient. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
