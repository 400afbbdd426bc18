import Box from "@mui/material/Box";
import { createFileRoute } from "@tanstack/react-router";
import { Dialogs, type DialogSearch, useOpenDialog } from "../../app/dialogs.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { payoutDialogs, PayoutHistory } from "../../features/payouts/payout-history.tsx";
import { prefetchPayoutReadiness, prefetchPayouts } from "../../app/api-client/prefetch-own.ts";
import { PayoutReadiness } from "../../features/payouts/payout-readiness.tsx";
import { RequestPayout } from "../../features/payouts/payout-form.tsx";
import { prefetchAccount } from "../../app/api-client/use-account.ts";

export const Route = createFileRoute("/_trader/payouts")({
  validateSearch: (raw: Record<string, unknown>): DialogSearch<typeof payoutDialogs> => raw,
  loader: () => {
    prefetchAccount();
    prefetchPayouts();
    prefetchPayoutReadiness();
  },
  component: Payouts,
  staticData: { title: "Payouts" },
});

function Payouts() {
  const open = useOpenDialog(payoutDialogs);
  return (
    <>
      <PageHeader title="Payouts" subtitle="Request withdrawals and view your payment history" />
      <Stack>
        <PayoutReadiness />
        <Box
          sx={{
            display: "grid",
            gap: "1rem",
            alignItems: "start",
            gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "17.5rem minmax(0, 1fr)" },
          }}
        >
          <Panel title="Request Payout">
            <RequestPayout />
          </Panel>
          <Panel title="Payout History">
            <PayoutHistory />
          </Panel>
        </Box>
      </Stack>
      <Dialogs of={payoutDialogs} with={{ onCancel: (id) => open("cancel", id) }} />
    </>
  );
}
