import type { TradingAccount } from "../../../src/business/accounts/account.schema.ts";
import { formatDollars, formatProfitLoss, parseCents } from "../../../src/platform/money/money.ts";
import { Stat, StatRow } from "../../components/stat/stat.tsx";
import styles from "./dashboard.module.css";
import { PerformanceChart } from "./performance-chart.tsx";
import { ProfitTarget } from "./profit-target.tsx";

export function Overview({ account }: { account: TradingAccount }) {
  const isGain = (parseCents(account.profitLoss) ?? 0n) > 0n;
  return (
    <div className={styles.stack}>
      <StatRow>
        <Stat
          label="Account Balance"
          value={account.balance === null ? "N/A" : formatDollars(account.balance)}
        />
        <Stat
          label="Profit/Loss"
          value={formatProfitLoss(account.profitLoss)}
          tone={isGain ? "gain" : "loss"}
        />
        <Stat label="Daily Drawdown" value={account.dailyDrawdownLimit ?? "N/A"} />
        <Stat label="Maximum Loss" value={account.overallLossLimit ?? "N/A"} />
      </StatRow>
      <div className={styles.split}>
        <PerformanceChart account={account} />
        <ProfitTarget account={account} />
      </div>
    </div>
  );
}
