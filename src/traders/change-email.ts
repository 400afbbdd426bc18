import type { Trader } from "./trader.entity.ts";

/** A link that was mailed to the old address must not open the account any more. */
export function changeEmail(trader: Trader, email: string): void {
  if (trader.email === email) return;
  trader.email = email;
  trader.resetToken = null;
  trader.resetTokenExpiry = null;
}
