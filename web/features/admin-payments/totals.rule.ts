import type { PaymentTotal } from "../../../src/business/money/payments/payments.schema.ts";
import type { PaymentMethod } from "../../../src/business/money/payouts/payout.rule.ts";
import { compareText } from "../../../src/platform/fields/compare-text.rule.ts";
import { sumByCurrency } from "../../domain/format/sums.rule.ts";

interface Payable {
  amount: string;
  currency: string;
  paymentMethod: PaymentMethod;
}

/** Sums the payments by currency and method, in the same order as the server's totals. */
export function totalsOf(payments: readonly Payable[]): PaymentTotal[] {
  const keyOf = ({ currency, paymentMethod }: Omit<Payable, "amount">) =>
    `${currency} ${paymentMethod}`;
  const totals = Object.values(Object.groupBy(payments, keyOf)).flatMap((group = []) => {
    const [first] = group;
    if (!first) return [];
    const { currency, paymentMethod } = first;
    const [sum] = sumByCurrency(group);
    return [{ currency, paymentMethod, count: group.length, amount: sum!.amount }];
  });
  return totals.toSorted((one, other) => compareText(keyOf(one), keyOf(other)));
}
