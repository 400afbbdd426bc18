import type { TradingAccount } from "../../../src/business/accounts/account.schema.ts";
import { targetProgress } from "../../../src/business/accounts/target-progress.rule.ts";
import { formatDecimal, formatDollars } from "../../../src/platform/money/money.ts";
import { ProgressBar } from "../../components/feedback/progress-bar.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import styles from "./profit-target.module.css";

export function ProfitTarget({ account }: { account: TradingAccount }) {
  const { remaining, percent } = targetProgress(account);
  return (
    <Panel title="Profit Target">
      <p className={styles.percent}>{percent}%</p>
      <ProgressBar
        value={percent}
        aria-label="Progress to the profit target"
        className={styles.bar}
      />
      <Facts>
        <Fact isAmount name="Target to Reach">
          {account.profitTarget ?? "N/A"}
        </Fact>
        <Fact isAmount name="Current Profit">
          {formatDollars(account.profitLoss)}
        </Fact>
        <Fact isAmount name="Remaining">
          {remaining === null ? "N/A" : formatDollars(formatDecimal(remaining))}
        </Fact>
      </Facts>
    </Panel>
  );
}
