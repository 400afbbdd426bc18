import type { TradingAccount } from "../../../src/business/accounts/account.schema.ts";
import { Panel } from "../../components/panel/panel.tsx";
import styles from "./dashboard.module.css";
import { ProfitLossChart } from "./profit-loss-chart.tsx";
import { RiskGauges } from "./risk-gauges.tsx";

export function Performance({ account }: { account: TradingAccount }) {
  return (
    <div className={styles.stack}>
      <div className={styles.halves}>
        <ProfitLossChart />
        <RiskGauges account={account} />
      </div>
      <Panel title="Trading Rules">
        <ul className={styles.rules}>
          <li>A daily drawdown breach restricts trading access.</li>
          <li>An overall loss breach suspends the account.</li>
          <li>Reaching the profit target moves the account one step toward payout eligibility.</li>
        </ul>
      </Panel>
    </div>
  );
}
