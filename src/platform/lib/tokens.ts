import { createHash, randomBytes } from "node:crypto";

/** 256 random bits, safe in a URL. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database keeps of a token. Tokens are random, so a plain digest cannot be guessed back. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
