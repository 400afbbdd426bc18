import type { Trader } from "./trader.entity.ts";

/** What the audit log compares of a trader: no secrets, and nothing that has events of its own. */
export function auditedProfile(trader: Trader) {
  const { fullName, email, country, city, street, houseNumber } = trader;
  return { fullName, email, country, city, street, houseNumber };
}
