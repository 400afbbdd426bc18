import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import styles from "./dashboard.module.css";
import { ProfitLossChart } from "./profit-loss-chart.tsx";
import { RiskGauges } from "./risk-gauges.tsx";
import { TradingRules } from "./trading-rules.tsx";

/** The Performance tab of an account without a trading record. */
export function Performance({ account }: { account: TradingAccount }) {
  return (
    <div className={styles.stack}>
      <div className={styles.halves}>
        <ProfitLossChart />
        <RiskGauges account={account} />
      </div>
      <TradingRules />
    </div>
  );
}

interface RiskAndRulesProps {
  account: TradingAccount;
  /** The stage has rules. */
  isJudged: boolean;
}

/** Shows the limits and the rules next to the results of an account with a trading record. */
export function RiskAndRules({ account, isJudged }: RiskAndRulesProps) {
  return (
    <div className={styles.stack}>
      <RiskGauges account={account} isJudged={isJudged} />
      <TradingRules />
    </div>
  );
}
