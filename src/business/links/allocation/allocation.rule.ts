import { formatDecimal, storedCents } from "../../../platform/money/money.ts";
import type { AllocationSettings } from "../settings/link-settings.rule.ts";
import type { Allocation, AllocationFigures } from "./allocation.schema.ts";

/** What a stage allocates. */
type Allocated = Pick<Allocation["stages"][number], "initialBalance" | "currency">;

/** Returns the stages that count for the allocation. */
export const countedStages = <Stage extends { payable: boolean }>(
  stages: readonly Stage[],
  { counts }: Pick<AllocationSettings, "counts">,
): Stage[] => stages.filter(({ payable }) => counts === "open" || payable);

/** Adds stages by currency, and compares the sums with the caps. */
export function allocate(
  stages: readonly Allocated[],
  { caps }: Pick<AllocationSettings, "caps">,
): AllocationFigures {
  const amounts = new Map<string, bigint>();
  for (const { currency, initialBalance } of stages) {
    amounts.set(currency, (amounts.get(currency) ?? 0n) + storedCents(initialBalance));
  }
  const currencies = [...amounts.keys()].toSorted();
  const sums = currencies.map((currency) => ({
    currency,
    amount: formatDecimal(amounts.get(currency)!),
    cap: caps[currency] ?? null,
  }));
  const used = addShares(
    sums.flatMap(({ amount, cap }) =>
      cap === null ? [] : [[storedCents(amount), storedCents(cap)]],
    ),
  );
  return {
    sums,
    usedPercent: used && formatDecimal(dividedUp(used.part * 10_000n, used.whole)),
    exceeded: used !== null && used.part > used.whole,
  };
}

/** Adds fractions exactly; `null` without any. */
function addShares(shares: readonly (readonly bigint[])[]): { part: bigint; whole: bigint } | null {
  if (shares.length === 0) return null;
  let [part, whole] = [0n, 1n];
  for (const [amount = 0n, cap = 1n] of shares) {
    part = part * cap + amount * whole;
    whole *= cap;
  }
  return { part, whole };
}

/** @param numerator not negative */
const dividedUp = (numerator: bigint, divisor: bigint) => (numerator + divisor - 1n) / divisor;
