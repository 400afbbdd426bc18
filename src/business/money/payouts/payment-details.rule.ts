import type { Scope } from "../../../identity/tokens/scopes.rule.ts";
import { mayDo, type Role } from "../../../identity/roles/roles.rule.ts";

type Reader = { kind: "administrator"; role: Role } | { kind: "token"; scopes: readonly Scope[] };

/** Whether the reader may see payment details. API tokens need the scope for reading payout requests. */
export function canReadPaymentDetails(reader: Reader): boolean {
  return reader.kind === "token"
    ? reader.scopes.includes("payouts:read")
    : mayDo(reader.role, "payouts.details");
}
