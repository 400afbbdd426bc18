import { createHash, randomBytes } from "node:crypto";

/** 256 random bits, safe in a URL. */
export function generateToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a token. Tokens have 256 random bits, so an unsalted hash is sufficient. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
