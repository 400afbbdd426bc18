import type { Trader } from "../../identity/users/trader.entity.ts";

/** Returns the fields of a trader that the audit log compares: no secrets, and no fields with events of their own. */
export function profileSnapshot(trader: Trader) {
  const { fullName, email, country, city, street, houseNumber } = trader;
  return { fullName, email, country, city, street, houseNumber };
}
