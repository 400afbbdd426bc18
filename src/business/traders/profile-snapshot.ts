import type { Trader } from "../../identity/users/trader.entity.ts";

/** The fields of a trader that the audit log compares: no secrets, and none that have their own events. */
export function profileSnapshot(trader: Trader) {
  const { fullName, email, country, city, street, houseNumber } = trader;
  return { fullName, email, country, city, street, houseNumber };
}
