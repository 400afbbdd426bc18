import { mayDo, type Role } from "../../identity/roles/roles.rule.ts";

type Reader = { kind: "administrator"; role: Role } | { kind: "token" };

/** Whether the reader may see payment details. For API tokens, the scope of the payout requests suffices. */
export function canReadPaymentDetails(reader: Reader): boolean {
  return reader.kind === "token" || mayDo(reader.role, "payouts.details");
}
