import type { AllocationFigures } from "../../../src/business/links/allocation/allocation.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";

/** Describes what is allocated, such as `$200,000.00 of $400,000.00 (50.00% of the cap)`. */
export function describeAllocation({ sums, usedPercent, exceeded }: AllocationFigures): string {
  if (sums.length === 0) return "Nothing";
  const amounts = sums.map(({ amount, cap, currency }) =>
    cap === null
      ? formatMoney(amount, currency)
      : `${formatMoney(amount, currency)} of ${formatMoney(cap, currency)}`,
  );
  const used = usedPercent === null ? "" : ` (${usedPercent}%${exceeded ? ", above the cap" : ""})`;
  return `${amounts.join(", ")}${used}`;
}
