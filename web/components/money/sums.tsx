import { formatMoney } from "../../../src/platform/money/money.ts";
import styles from "./sums.module.css";

interface SumsProps {
  sums: readonly { currency: string; amount: string }[];
}

/** Shows one amount per currency, each on its own line; different currencies are never added up. */
export function Sums({ sums }: SumsProps) {
  return (
    <span className={styles.sums}>
      {sums.map(({ currency, amount }) => (
        <span key={currency}>{formatMoney(amount, currency)}</span>
      ))}
    </span>
  );
}
