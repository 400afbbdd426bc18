import type { Trader } from "../../identity/users/trader.entity.ts";

/** What the audit log compares of a trader: no secrets, and nothing that has events of its own. */
export function profileSnapshot(trader: Trader) {
  const { fullName, email, country, city, street, houseNumber } = trader;
  return { fullName, email, country, city, street, houseNumber };
}
