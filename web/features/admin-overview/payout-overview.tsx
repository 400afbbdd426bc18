import type { Overview } from "../../../src/business/firm/overview/overview.schema.ts";
import {
  type PayoutStatus,
  totalledStatuses,
} from "../../../src/business/money/payouts/payout.rule.ts";
import { LinkButton } from "../../components/button/button.tsx";
import { Sums } from "../../components/money/sums.tsx";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { sumsOf } from "../../domain/format/sums.rule.ts";
import { Breakdown } from "./breakdown.tsx";
import { Figure } from "./figure.tsx";
import styles from "./overview.module.css";

type Payouts = Overview["payouts"];

export function PayoutOverview({ payouts }: { payouts: Payouts | undefined }) {
  return (
    <Panel
      title="Payout Overview"
      aside={
        <LinkButton to="/admin/payouts" size="small">
          Manage Payouts
        </LinkButton>
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
            <Amount total={payouts} />
          </dd>
        </div>
      </dl>
      <p className={styles.caption}>
        The total includes all requests that were not cancelled, plus the approved amounts of
        traders who have since been deleted.
        {hasOthers(payouts) ? " Each currency has a total of its own." : null}
      </p>
      <Breakdown parts={totalledStatuses.map((status) => partOf(payouts, status))} />
    </Panel>
  );
}

function partOf(payouts: Payouts | undefined, status: PayoutStatus) {
  const total = payouts?.byStatus[status];
  // The proportions of amounts in different currencies would be meaningless.
  const weight = hasOthers(payouts) ? total?.count : Number(total?.amount ?? 0);
  return { status, weight: weight ?? 0, figure: <Amount total={total} /> };
}

const hasOthers = (payouts: Payouts | undefined) => (payouts?.otherAmounts.length ?? 0) > 0;

function Amount({ total }: { total: Payouts["byStatus"][PayoutStatus] | Payouts | undefined }) {
  return total ? <Sums sums={sumsOf(total)} /> : <Skeleton width="7ch" />;
}
