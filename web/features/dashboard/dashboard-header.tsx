import type { TradingAccount } from "../../../src/business/accounts/account.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { useSession } from "../../session/session.ts";
import styles from "./dashboard.module.css";

export function DashboardHeader({ account }: { account: TradingAccount }) {
  const { data: trader } = useSession();
  return (
    <PageHeader
      title={`Welcome back, ${firstName(trader?.fullName)}`}
      aside={
        <dl className={styles.standing}>
          <div>
            <dt>Account Status</dt>
            <dd>
              <StatusBadge status={account.status} />
            </dd>
          </div>
          <div>
            <dt>Phase</dt>
            <dd>{account.phase ?? "N/A"}</dd>
          </div>
        </dl>
      }
    />
  );
}

function firstName(fullName: string | null | undefined): string {
  return fullName?.trim().split(/\s+/)[0] || "Trader";
}
