import type { Trader } from "./trader.entity.ts";
import type { CurrentTrader } from "./current-trader.schema.ts";

/** Presents a trader to themselves: without secrets, and with `null` for unset fields. */
export function presentTrader(trader: Trader): CurrentTrader {
  return {
    id: trader.id,
    fullName: trader.fullName ?? null,
    email: trader.email,
    country: trader.country ?? null,
    city: trader.city ?? null,
    street: trader.street ?? null,
    houseNumber: trader.houseNumber ?? null,
    privacyPolicyAgreed: trader.privacyPolicyAgreed,
    createdAt: trader.createdAt,
  };
}
