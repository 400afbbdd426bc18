import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { PayoutHistory } from "../../features/payouts/payout-history.tsx";
import styles from "../../features/payouts/payouts.module.css";
import { prefetchPayouts } from "../../features/payouts/use-payouts.ts";
import { prefetchPayoutReadiness } from "../../features/payouts/use-payout-readiness.ts";
import { PayoutReadiness } from "../../features/payouts/payout-readiness.tsx";
import { RequestPayout } from "../../features/payouts/request-payout.tsx";
import { prefetchAccount } from "../../app/api-client/use-account.ts";

export const Route = createFileRoute("/_trader/payouts")({
  loader: () => {
    prefetchAccount();
    prefetchPayouts();
    prefetchPayoutReadiness();
  },
  component: Payouts,
  staticData: { title: "Payouts" },
});

function Payouts() {
  return (
    <>
      <PageHeader title="Payouts" subtitle="Request withdrawals and view your payment history" />
      <Stack>
        <PayoutReadiness />
        <div className={styles.columns}>
          <Panel title="Request Payout">
            <RequestPayout />
          </Panel>
          <Panel title="Payout History">
            <PayoutHistory />
          </Panel>
        </div>
      </Stack>
    </>
  );
}
