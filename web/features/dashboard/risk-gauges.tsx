import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import { Panel } from "../../components/panel/panel.tsx";
import styles from "./chart.module.css";

interface RiskGaugesProps {
  account: TradingAccount;
  /** The stage has a verdict, which shows how much of the limits is left. */
  isJudged?: boolean;
}

/** Shows the limits, each with an empty gauge if its use is not measured. */
export function RiskGauges({ account, isJudged = false }: RiskGaugesProps) {
  const { dailyDrawdownLimit, overallLossLimit } = account;
  return (
    <Panel title="Risk" subtitle={isJudged ? "Your limits" : "Use of your limits"}>
      <dl>
        <Gauge name="Daily Drawdown Limit" limit={dailyDrawdownLimit} hasScale={!isJudged} />
        <Gauge name="Overall Loss Limit" limit={overallLossLimit} hasScale={!isJudged} />
      </dl>
      <p className={styles.caption}>
        {isJudged
          ? "“Objectives” on the Overview tab shows how much of them is left."
          : "The use of these limits is not measured yet."}
      </p>
    </Panel>
  );
}

interface GaugeProps {
  name: string;
  limit: string | null;
  hasScale: boolean;
}

function Gauge({ name, limit, hasScale }: GaugeProps) {
  return (
    <div className={styles.gauge}>
      <dt>{name}</dt>
      <dd>{limit ?? "N/A"}</dd>
      {hasScale ? <dd className={styles.track} aria-hidden="true" /> : null}
    </div>
  );
}
