import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { Credentials } from "./credentials.tsx";
import styles from "./dashboard.module.css";
import { StatusLegend } from "./status-legend.tsx";

export function AccountDetails({ account }: { account: TradingAccount }) {
  return (
    <div className={styles.halves}>
      <div className={styles.stack}>
        <Credentials account={account} />
        <Panel title="Usage Instructions" subtitle="For MT4 and MT5">
          <ol className={styles.steps}>
            <li>Open MetaTrader 4 or MetaTrader 5 and choose “Login to Trade Account”.</li>
            <li>Enter your login and your master password.</li>
            <li>Choose the server exactly as it is written here, and connect.</li>
          </ol>
        </Panel>
      </div>
      <div className={styles.stack}>
        <Panel title="Standing">
          <Facts>
            <Fact name="Current Status">
              <StatusBadge status={account.status} />
            </Fact>
            <Fact name="Payout Eligibility">
              <StatusBadge status={account.payoutEnabled ? "active" : "pending"} />
            </Fact>
          </Facts>
        </Panel>
        <StatusLegend />
      </div>
    </div>
  );
}
