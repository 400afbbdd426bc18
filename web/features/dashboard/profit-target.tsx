import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import { targetProgress } from "../../../src/business/traders/accounts/account.rule.ts";
import { formatDecimal, formatMoney } from "../../../src/platform/money/money.ts";
import { ProgressBar } from "../../components/feedback/progress-bar.tsx";
import { Fact, FactColumns } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import styles from "./profit-target.module.css";

/** Shows how much of the target the profit has reached. */
export function ProfitTarget({ account }: { account: TradingAccount }) {
  const { remaining, percent } = targetProgress(account);
  const amount = (value: string) => formatMoney(value, account.currency);
  return (
    <Panel title="Profit Target" aside={<p className={styles.percent}>{percent}%</p>}>
      <ProgressBar
        value={percent}
        aria-label="Progress to the profit target"
        className={styles.bar}
      />
      <FactColumns className={styles.figures}>
        <Fact name="Target to Reach">{account.profitTarget ?? "N/A"}</Fact>
        <Fact name="Current Profit">{amount(account.profitLoss)}</Fact>
        <Fact name="Remaining">
          {remaining === null ? "N/A" : amount(formatDecimal(remaining))}
        </Fact>
      </FactColumns>
    </Panel>
  );
}
