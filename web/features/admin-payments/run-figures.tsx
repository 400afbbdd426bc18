import type { ReactNode } from "react";
import type {
  Payment,
  PaymentRunWithPayments,
  PaymentTotal,
} from "../../../src/business/money/payments/payments.schema.ts";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { Progress, RequestId, TotalLines, totalsOf, TotalSums } from "./payment-parts.tsx";
import styles from "./payments.module.css";
import { TextButton } from "../../components/button/text-button.tsx";
import { formatCountOf } from "../../domain/format/counts.ts";
import { useMay } from "../../app/session/use-may.ts";
import { RunBadge } from "./run-list.tsx";
import { usePaymentAccount } from "./use-payments.ts";

interface FigureProps {
  title: string;
  subtitle?: ReactNode;
  /** Shown at the end of the heading's line. */
  aside?: ReactNode;
  /** `undefined` while they load. */
  totals: readonly PaymentTotal[] | undefined;
  /** Shown below a sum of nothing. */
  empty?: string;
  children?: ReactNode;
}

/** A sum with its parts by currency and method. */
export function Figure({ title, subtitle, aside, totals, empty, children }: FigureProps) {
  return (
    <Panel title={title} subtitle={subtitle} aside={aside}>
      {totals ? (
        <div className={styles.parts}>
          <div>
            <p className={styles.sum}>
              {totals.length === 0 ? "$0.00" : <TotalSums totals={totals} />}
            </p>
            {totals.length === 0 ? (
              <p className={styles.soft}>{empty}</p>
            ) : (
              <TotalLines name={`${title} by method`} totals={totals} />
            )}
          </div>
          {children}
        </div>
      ) : (
        <Skeleton width="8ch" height={40} />
      )}
    </Panel>
  );
}

/** The maximum number of requests that are listed by id. */
const MAX_LISTED = 6;

interface RunFiguresProps {
  run: PaymentRunWithPayments;
  onSetAccount: () => void;
}

/** Shows what a run still has to pay and what it has paid, and leaves out the part that would be empty. */
export function RunFigures({ run, onSetAccount }: RunFiguresProps) {
  const open = run.payments.filter(({ status }) => status === "open");
  const paid = run.payments.filter(({ status }) => status === "paid");
  const isSettled = open.length === 0 && paid.length > 0;
  const standing = (
    <span className={styles.standing}>
      <Progress run={run} />
      <RunBadge run={run} />
    </span>
  );
  return (
    <div className={styles.figures}>
      {isSettled ? null : (
        <Figure
          title="Left to Pay"
          subtitle={
            open.length > 0 ? <SepaNote open={open} onSetAccount={onSetAccount} /> : undefined
          }
          aside={standing}
          totals={totalsOf(open)}
          empty="Every payment has been removed from the run."
        >
          <LeftOut open={open} />
        </Figure>
      )}
      {paid.length > 0 ? (
        <Figure
          title="Paid"
          subtitle={isSettled ? "Every payment in the run is settled" : undefined}
          aside={isSettled ? standing : undefined}
          totals={totalsOf(paid)}
        />
      ) : null}
    </div>
  );
}

interface SepaNoteProps {
  open: readonly Payment[];
  onSetAccount: () => void;
}

function SepaNote({ open, onSetAccount }: SepaNoteProps) {
  const { data: account } = usePaymentAccount();
  const maySet = useMay("payments.account");
  const included = open.filter(({ sepaExclusion }) => sepaExclusion === null).length;
  if (account !== null) {
    return `${included} of ${open.length} open payments can be included in the SEPA file.`;
  }
  return (
    <>
      A SEPA file needs the firm's payment account.{" "}
      {maySet ? (
        <TextButton onClick={onSetAccount}>Set Account</TextButton>
      ) : (
        "An owner can set it."
      )}
    </>
  );
}

/** Lists why the SEPA file leaves out bank transfers, each reason once with its requests. */
function LeftOut({ open }: { open: readonly Payment[] }) {
  const transfers = open.filter(({ paymentMethod }) => paymentMethod === "bank");
  const { "": _included, ...leftOut } = Object.groupBy(
    transfers,
    ({ sepaExclusion }) => sepaExclusion ?? "",
  );
  const reasons = Object.entries(leftOut);
  if (reasons.length === 0) return null;
  return (
    <section>
      <h3>Not in the SEPA file</h3>
      <ul aria-label="Not in the SEPA file" className={styles.totals}>
        {reasons.map(([reason, payments = []]) => (
          <li key={reason}>
            <span>{reason}</span>
            <Requests payments={payments} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Requests({ payments }: { payments: readonly Payment[] }) {
  const ids = payments.flatMap(({ payoutId }) => payoutId ?? []);
  if (payments.length > MAX_LISTED || ids.length < payments.length) {
    return <span>{formatCountOf(payments.length, "payment")}</span>;
  }
  return (
    <span className={styles.requests}>
      {ids.map((id) => (
        <RequestId key={id} id={id} />
      ))}
    </span>
  );
}
