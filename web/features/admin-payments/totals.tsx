import type { PaymentTotal } from "../../../src/business/money/payments/payments.schema.ts";
import { paymentMethods } from "../../../src/business/money/payouts/payout.rule.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Sums } from "../../components/money/sums.tsx";
import { formatCount } from "../../domain/format/counts.ts";
import { type Sum, sumByCurrency } from "../../domain/format/sums.rule.ts";
import styles from "./payments.module.css";

/** Shows one amount per currency. */
export function TotalSums({ totals }: Readonly<{ totals: readonly Sum[] }>) {
  const sums = sumByCurrency(totals);
  if (sums.length === 0) return <span className={styles.soft}>Nothing</span>;
  return <Sums sums={sums} />;
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
