import type { ApiToken } from "./api-token.entity.ts";

/** A token as the audit log describes it; never the token itself. */
export function describeToken({ id, label, scopes, expiresAt }: ApiToken) {
  return {
    tokenId: id,
    label,
    scopes: scopes.join(", "),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
