import type { PaymentTotal } from "../../../src/business/payments/payments.schema.ts";
import type { PaymentMethod } from "../../../src/business/payouts/payment-method.rule.ts";
import { compareText } from "../../../src/platform/lib/compare-text.rule.ts";
import { formatDecimal, storedCents } from "../../../src/platform/money/money.ts";

interface Payable {
  amount: string;
  currency: string;
  paymentMethod: PaymentMethod;
}

/** Sums the amounts by currency, in the order in which the currencies first appear. */
export function byCurrency(
  amounts: readonly Pick<Payable, "amount" | "currency">[],
): { currency: string; amount: string }[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0n) + storedCents(amount));
  }
  return Array.from(sums, ([currency, cents]) => ({ currency, amount: formatDecimal(cents) }));
}

/** Sums the payments by currency and method, in the same order as the server's totals. */
export function totalsOf(payments: readonly Payable[]): PaymentTotal[] {
  const keyOf = ({ currency, paymentMethod }: Omit<Payable, "amount">) =>
    `${currency} ${paymentMethod}`;
  const totals = Object.values(Object.groupBy(payments, keyOf)).flatMap((group = []) => {
    const [first] = group;
    if (!first) return [];
    const { currency, paymentMethod } = first;
    const [sum] = byCurrency(group);
    return [{ currency, paymentMethod, count: group.length, amount: sum!.amount }];
  });
  return totals.toSorted((one, other) => compareText(keyOf(one), keyOf(other)));
}
