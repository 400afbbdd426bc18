import type { Role } from "../../../src/identity/roles/roles.rule.ts";

export const roleLabels: Readonly<Record<Role, string>> = {
  owner: "Owner",
  risk: "Risk",
  payouts: "Payouts",
  support: "Support",
};
