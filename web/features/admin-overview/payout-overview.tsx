import { Link } from "@tanstack/react-router";
import type { Overview } from "../../../src/business/overview/overview.schema.ts";
import { formatDollars } from "../../../src/platform/money/money.ts";
import {
  payoutStatuses,
  type PayoutStatus,
} from "../../../src/business/payouts/payout-status.rule.ts";
import { buttonClass } from "../../components/button/button.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { Breakdown } from "./breakdown.tsx";
import { Figure } from "./figure.tsx";
import styles from "./overview.module.css";

type Payouts = Overview["payouts"];

export function PayoutOverview({ payouts }: { payouts: Payouts | undefined }) {
  return (
    <Panel
      title="Payout Overview"
      aside={
        <Link to="/admin/payouts" className={buttonClass({ size: "small" })}>
          Manage Payouts
        </Link>
      }
    >
      <dl className={styles.figures}>
        <div>
          <dt>Pending Requests</dt>
          <dd>
            <Figure value={payouts?.byStatus.pending.count} />
          </dd>
        </div>
        <div>
          <dt>Total Amount</dt>
          <dd>
            <Figure value={payouts && formatDollars(payouts.amount)} width="7ch" />
          </dd>
        </div>
      </dl>
      <p className={styles.caption}>
        The total includes all requests, plus the approved amounts of traders who have since been
        deleted.
      </p>
      <Breakdown parts={payoutStatuses.map((status) => partOf(payouts, status))} />
    </Panel>
  );
}

function partOf(payouts: Payouts | undefined, status: PayoutStatus) {
  const amount = payouts?.byStatus[status].amount;
  return {
    status,
    weight: Number(amount ?? 0),
    figure: <Figure value={amount && formatDollars(amount)} width="7ch" />,
  };
}
