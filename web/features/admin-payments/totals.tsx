import type { PaymentTotal } from "../../../src/business/payments/payments.schema.ts";
import { paymentMethods } from "../../../src/business/payouts/payment-method.rule.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { formatCount } from "../../format/counts.ts";
import { byCurrency } from "./totals.rule.ts";
import styles from "./payments.module.css";

/** Shows one amount per currency, each on its own line; different currencies are never added up. */
export function Sums({ totals }: { totals: readonly Pick<PaymentTotal, "amount" | "currency">[] }) {
  const sums = byCurrency(totals);
  if (sums.length === 0) return <span className={styles.soft}>Nothing</span>;
  return (
    <span className={styles.sums}>
      {sums.map(({ currency, amount }) => (
        <span key={currency}>{formatMoney(amount, currency)}</span>
      ))}
    </span>
  );
}

/** Shows one line for each currency and method. */
export function TotalLines({ name, totals }: { name: string; totals: readonly PaymentTotal[] }) {
  return (
    <ul aria-label={name} className={styles.totals}>
      {totals.map(({ currency, paymentMethod, count, amount }) => (
        <li key={`${currency} ${paymentMethod}`}>
          <span>{`${formatCount(count)} × ${paymentMethods[paymentMethod]}`}</span>
          <span>{formatMoney(amount, currency)}</span>
        </li>
      ))}
    </ul>
  );
}
