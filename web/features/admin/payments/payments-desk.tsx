import type {
  PaymentRun,
  PaymentSummary,
} from "../../../../src/business/money/payments/payments.schema.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { Button } from "../../../components/button/button.tsx";
import { Copyable } from "../../../components/button/copy-button.tsx";
import { LoadFailure } from "../../../components/feedback/load-failure.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { formatCountOf } from "../../../domain/format/figures.ts";
import { formatAge, formatDayIn } from "../../../domain/format/dates.ts";
import { Conclusion } from "../../../domain/payouts/desk.tsx";
import { useNow } from "../../../domain/verdicts/use-verdict.ts";
import { Progress, RunLink, Soft, TotalSums } from "./payment-parts.tsx";
import { accountDialogs } from "./payment-dialogs.ts";
import { Figure, FigureGrid, RunBadge } from "./run-figures.tsx";
import { UnpaidRequests } from "./unpaid-requests.tsx";
import { useFirmZone, usePaymentAccount, useRuns, useSummary } from "./use-payments.ts";
import Box from "@mui/material/Box";
import { TableSurface } from "../../../table/grid/table-surface.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { LoadedPages } from "../../../components/loaded/loaded-pages.tsx";
import { Table } from "../../../components/table/table.tsx";

interface PaymentsDeskProps {
  /** A request that is selected from the start. */
  requestId: number | undefined;
  /** The search of the unpaid requests. */
  search: string;
  onSearch: (search: string) => void;
}

/** Shows the amounts still to be paid, the payment runs, and the paying account. */
export function PaymentsDesk(unpaid: PaymentsDeskProps) {
  return (
    <Stack>
      <PaymentFigures />
      <UnpaidRequests {...unpaid} />
      <RunList />
      <AccountPanel />
    </Stack>
  );
}

/** Shows the amounts still to be paid: those not yet in a run, and those in open runs. */
function PaymentFigures() {
  const { data, isLoadingError, refetch } = useSummary();
  if (isLoadingError) {
    return <LoadFailure text="Failed to load the totals." onRetry={() => void refetch()} />;
  }
  const runs = data?.openRuns ? `, in ${formatCountOf(data.openRuns, "open run")}` : "";
  return (
    <>
      {data ? <Waiting summary={data} /> : null}
      <FigureGrid isLoading={!data}>
        <Figure
          title="Left to Pay"
          subtitle="Approved, but not yet in a run"
          totals={data?.unpaid}
          empty="Every approved request is in a run or paid."
        />
        <Figure
          title="On the Way"
          subtitle={`Not marked as paid yet${runs}`}
          totals={data?.inOpenRuns}
          empty="No payments are waiting in open runs."
        />
      </FigureGrid>
    </>
  );
}

/** What waits, with the oldest of it. */
function Waiting({ summary }: { summary: PaymentSummary }) {
  const now = useNow();
  const { unpaid, openRuns, oldestUnpaid, oldestOpenRun } = summary;
  const waiting = unpaid.reduce((sum, { count }) => sum + count, 0);
  const sentences = [
    oldestUnpaid &&
      `${formatCountOf(waiting, "approved request")} in no run yet; the oldest, #${oldestUnpaid.id}, was made ${formatAge(oldestUnpaid.createdAt, now)} ago.`,
    oldestOpenRun &&
      `${formatCountOf(openRuns, "run")} not fully paid; the oldest, #${oldestOpenRun.id}, is ${formatAge(oldestOpenRun.createdAt, now)} old.`,
  ].filter(Boolean);
  return (
    <Conclusion isUnusual={false}>
      {sentences.length > 0 ? sentences.join(" ") : "Nothing waits to be paid."}
    </Conclusion>
  );
}

/** Shows the firm's account, which SEPA files debit. */
function AccountPanel() {
  const mayEdit = useMay("payments.account");
  const query = usePaymentAccount();
  const open = useOpenDialog(accountDialogs);
  return (
    <Panel
      title="Firm's Payment Account"
      subtitle="Debited by the SEPA files of payment runs"
      aside={
        mayEdit ? (
          <Button size="small" disabled={query.data === undefined} onClick={() => open("account")}>
            {query.data ? "Edit Account" : "Set Account"}
          </Button>
        ) : null
      }
    >
      <Loaded query={query} noun="the account" skeleton={1}>
        {(account) =>
          account ? (
            <Facts>
              <Fact name="Account Holder">{account.name}</Fact>
              <Fact name="IBAN">
                <Copyable noun="IBAN" value={account.iban}>
                  {account.iban.replaceAll(/(.{4})(?=.)/g, "$1 ")}
                </Copyable>
              </Fact>
              <Fact name="BIC">{account.bic ?? "Not given"}</Fact>
            </Facts>
          ) : (
            <Soft>Not set. Runs can be exported as CSV; a SEPA file needs the account.</Soft>
          )
        }
      </Loaded>
    </Panel>
  );
}

/** Lists all payment runs, newest first. */
function RunList() {
  return (
    <TableSurface title="Payment Runs">
      <LoadedPages
        query={useRuns()}
        noun="payment runs"
        skeleton={3}
        isInset
        empty={
          <EmptyState
            icon="wallet"
            title="No payment runs yet"
            text="Select approved requests above to create a run."
          />
        }
      >
        {(runs) => <Runs runs={runs} />}
      </LoadedPages>
    </TableSurface>
  );
}

function Runs({ runs }: { runs: PaymentRun[] }) {
  const timeZone = useFirmZone();
  return (
    <Box sx={{ p: "1rem 1.25rem" }}>
      <Table
        name="Payment Runs"
        rows={runs}
        rowKey={({ id }) => id}
        columns={[
          {
            title: "Run",
            card: "start",
            cell: ({ id }) => <RunLink id={id} />,
          },
          { title: "Created", cell: ({ createdAt }) => formatDayIn(createdAt, timeZone) },
          { title: "By", cell: ({ createdBy }) => createdBy },
          { title: "Status", cell: (run) => <RunBadge run={run} /> },
          { title: "Progress", cell: (run) => <Progress run={run} /> },
          {
            title: "Amount",
            align: "end",
            card: "end",
            cell: ({ totals }) => (
              <Box component="span" sx={{ fontWeight: 550, fontVariantNumeric: "tabular-nums" }}>
                <TotalSums totals={totals} />
              </Box>
            ),
          },
        ]}
      />
    </Box>
  );
}
