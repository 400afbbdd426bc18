import type { TradingAccount } from "../../../src/business/accounts/account.schema.ts";
import { Panel } from "../../components/panel/panel.tsx";
import styles from "./chart.module.css";

/** An empty scale per limit: the use of the limits is not measured yet. */
export function RiskGauges({ account }: { account: TradingAccount }) {
  return (
    <Panel title="Risk" subtitle="Use of your limits">
      <dl>
        <Gauge name="Daily Drawdown Limit" limit={account.dailyDrawdownLimit} />
        <Gauge name="Overall Loss Limit" limit={account.overallLossLimit} />
      </dl>
      <p className={styles.caption}>The use of these limits is not measured yet.</p>
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
