import type { TradingAccount } from "../../../src/business/accounts/account.schema.ts";
import { Panel } from "../../components/panel/panel.tsx";
import styles from "./chart.module.css";

/** How much of each limit is used up, once the trading platform reports it. */
export function RiskGauges({ account }: { account: TradingAccount }) {
  return (
    <Panel title="Risk" subtitle="Use of your limits">
      <dl>
        <Gauge name="Daily Drawdown Limit" limit={account.dailyDrawdownLimit} />
        <Gauge name="Overall Loss Limit" limit={account.overallLossLimit} />
      </dl>
      <p className={styles.caption}>
        Each scale fills toward its red end as a limit is used. Risk data appears here with the
        first trading day.
      </p>
    </Panel>
  );
}

function Gauge({ name, limit }: { name: string; limit: string | null }) {
  return (
    <div className={styles.gauge}>
      <dt>{name}</dt>
      <dd>{limit ?? "N/A"}</dd>
      <dd className={styles.track} aria-hidden="true" />
    </div>
  );
}
