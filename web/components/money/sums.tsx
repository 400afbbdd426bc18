import { formatMoney } from "../../../src/platform/money/money.ts";
import type { Sum } from "../../domain/format/sums.rule.ts";
import styles from "./sums.module.css";

/** Shows one amount per currency, each on its own line. */
export function Sums({ sums }: Readonly<{ sums: readonly Sum[] }>) {
  return (
    <span className={styles.sums}>
      {sums.map(({ currency, amount }) => (
        <span key={currency}>{formatMoney(amount, currency)}</span>
      ))}
    </span>
  );
}
