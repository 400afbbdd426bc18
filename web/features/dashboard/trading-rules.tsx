import { Panel } from "../../components/panel/panel.tsx";
import styles from "./dashboard.module.css";

export function TradingRules() {
  return (
    <Panel title="Trading Rules">
      <ul className={styles.rules}>
        <li>A daily drawdown breach restricts trading access.</li>
        <li>An overall loss breach suspends the account.</li>
        <li>Reaching the profit target moves the account one step toward payout eligibility.</li>
      </ul>
    </Panel>
  );
}
