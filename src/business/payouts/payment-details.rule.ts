import { mayDo, type Role } from "../../identity/roles/roles.rule.ts";

type Reader = { kind: "administrator"; role: Role } | { kind: "token" };

/** API tokens read them with the scope of the payout requests. */
export function canReadPaymentDetails(reader: Reader): boolean {
  return reader.kind === "token" || mayDo(reader.role, "payouts.details");
}
