import type { TradingAccount } from "../../../src/business/accounts/account.schema.ts";
import { targetProgress } from "../../../src/business/accounts/target-progress.rule.ts";
import { formatDecimal, formatMoney } from "../../../src/platform/money/money.ts";
import { ProgressBar } from "../../components/feedback/progress-bar.tsx";
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
      <dl className={styles.figures}>
        <div>
          <dt>Target to Reach</dt>
          <dd>{account.profitTarget ?? "N/A"}</dd>
        </div>
        <div>
          <dt>Current Profit</dt>
          <dd>{amount(account.profitLoss)}</dd>
        </div>
        <div>
          <dt>Remaining</dt>
          <dd>{remaining === null ? "N/A" : amount(formatDecimal(remaining))}</dd>
        </div>
      </dl>
    </Panel>
  );
}
