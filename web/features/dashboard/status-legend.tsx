import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import {
  type AccountStatus,
  accountStatuses,
} from "../../../src/business/traders/accounts/account.rule.ts";
import styles from "./dashboard.module.css";

const meanings: Record<AccountStatus, string> = {
  active: "Full trading privileges",
  "under-review": "Trading activity being reviewed",
  pending: "Being verified and set up",
  breached: "Trading rules violated",
};

export function StatusLegend() {
  return (
    <Panel title="Status Descriptions">
      <dl className={styles.legend}>
        {accountStatuses.map((status) => (
          <div key={status}>
            <dt>
              <StatusBadge status={status} />
            </dt>
            <dd>{meanings[status]}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
