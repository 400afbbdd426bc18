import type { ApiTokenView } from "../../../../src/identity/tokens/tokens.schema.ts";

export type TokenStatus = "active" | "expired" | "revoked";

/** The server refuses a token from the moment it expires. */
export function tokenStatus(
  { expiresAt, revokedAt }: Pick<ApiTokenView, "expiresAt" | "revokedAt">,
  now: Date,
): TokenStatus {
  if (revokedAt) return "revoked";
  return expiresAt && expiresAt <= now ? "expired" : "active";
}
