import type { ApiToken } from "./api-token.entity.ts";

/** Describes a token for the audit log, without its secret. */
export function describeToken({ id, label, scopes, expiresAt }: ApiToken) {
  return {
    tokenId: id,
    label,
    scopes: scopes.join(", "),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
