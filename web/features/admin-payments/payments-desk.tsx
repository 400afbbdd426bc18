import type { PaymentSummary } from "../../../src/business/money/payments/payments.schema.ts";
import { Stack } from "../../components/page/stack.tsx";
import { AccountPanel } from "./payment-account.tsx";
import { RunList } from "./run-list.tsx";
import { UnpaidRequests } from "./unpaid-requests.tsx";
import { usePaymentAccount, useSummary } from "./use-payments.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { formatCountOf } from "../../domain/format/counts.ts";
import { Figure } from "./run-figures.tsx";
import { formatAge } from "../../domain/format/duration.ts";
import { Conclusion } from "../../domain/payouts/conclusion.tsx";
import { useNow } from "../../domain/verdicts/use-now.ts";
import { useRunDialogs } from "./use-run-dialogs.tsx";
import styles from "./payments.module.css";

interface PaymentsDeskProps {
  /** A request that is selected from the start. */
  requestId: number | undefined;
}

/** Shows the amounts still to be paid, the payment runs, and the paying account. */
export function PaymentsDesk({ requestId }: PaymentsDeskProps) {
  const { data: present = null } = usePaymentAccount();
  const { account, dialogs } = useRunDialogs();
  return (
    <>
      <Stack>
        <PaymentFigures />
        <UnpaidRequests requestId={requestId} />
        <RunList />
        <AccountPanel onEdit={() => account.open(present)} />
      </Stack>
      {dialogs}
    </>
  );
}

/** Shows the amounts still to be paid: those not yet in a run, and those in open runs. */
function PaymentFigures() {
  const { data, isError, refetch } = useSummary();
  if (isError) {
    return <LoadFailure text="Failed to load the totals." onRetry={() => void refetch()} />;
  }
  const runs = data?.openRuns ? `, in ${formatCountOf(data.openRuns, "open run")}` : "";
  return (
    <>
      {data ? <Waiting summary={data} /> : null}
      <div className={styles.figures} aria-busy={!data}>
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
      </div>
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
