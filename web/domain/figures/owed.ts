import { withdrawableTimes } from "../../../src/business/watch/figures/figure-names.rule.ts";
import type { Liability } from "../../../src/business/watch/figures/figures.schema.ts";
import { storedCents } from "../../../src/platform/money/money.ts";

type Totals = Pick<Liability["rows"][number], "withdrawable" | "approvedUnpaid">;

/** Returns what can be withdrawn at any time and what is approved but not paid, in cents. */
export function owedCents({ withdrawable, approvedUnpaid }: Totals): bigint {
  const sums = [...withdrawableTimes.map((time) => withdrawable[time]), approvedUnpaid];
  return sums.reduce((total, { amount }) => total + storedCents(amount), 0n);
}
