import type { ReactNode } from "react";
import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import { formatMoney, formatResult, parseCents } from "../../../src/platform/money/money.ts";
import { Stat, StatRow } from "../../components/stat/stat.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import styles from "./dashboard.module.css";
import { ProfitTarget } from "./profit-target.tsx";

interface OverviewProps {
  account: TradingAccount;
  /** The equity curve, or an empty chart if there is no trading record. */
  chart: ReactNode;
  /** The verdict on the stage and its rules. */
  objectives: ReactNode;
}

export function Overview({ account, chart, objectives }: OverviewProps) {
  const isGain = (parseCents(account.profitLoss) ?? 0n) > 0n;
  return (
    <div className={styles.stack}>
      <StatRow>
        <Stat
          label="Account Balance"
          value={account.balance === null ? "N/A" : formatMoney(account.balance, account.currency)}
          note={
            account.recordedAt
              ? `As of ${formatMoment(account.recordedAt)} from your trading record`
              : undefined
          }
        />
        <Stat
          label="Profit/Loss"
          value={formatResult(account.profitLoss, account.currency)}
          tone={isGain ? "gain" : "loss"}
        />
        <Stat label="Daily Drawdown" value={account.dailyDrawdownLimit ?? "N/A"} />
        <Stat label="Maximum Loss" value={account.overallLossLimit ?? "N/A"} />
      </StatRow>
      <ProfitTarget account={account} />
      {chart}
      {objectives}
    </div>
  );
}
