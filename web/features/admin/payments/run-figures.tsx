import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type {
  PaymentRun,
  Payment,
  PaymentRunWithPayments,
  PaymentTotal,
} from "../../../../src/business/money/payments/payments.schema.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { TextButton } from "../../../components/button/text-button.tsx";
import { Skeleton } from "../../../components/feedback/skeleton.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { formatCountOf } from "../../../domain/format/figures.ts";
import { runDialogs } from "./payment-dialogs.ts";
import {
  lines,
  Progress,
  RequestId,
  Soft,
  TotalLines,
  totalsOf,
  TotalSums,
} from "./payment-parts.tsx";
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
        <Box sx={{ ...columns, gap: "1rem 2.5rem" }}>
          <Box sx={{ display: "grid", gap: 1.5 }}>
            <Box
              component="p"
              sx={{
                fontSize: "1.625rem",
                fontWeight: 600,
                lineHeight: "2rem",
                letterSpacing: "-0.02em",
              }}
            >
              {totals.length === 0 ? "$0.00" : <TotalSums totals={totals} />}
            </Box>
            {totals.length === 0 && empty ? (
              <Soft>{empty}</Soft>
            ) : (
              <TotalLines name={`${title} by method`} totals={totals} />
            )}
          </Box>
          {children}
        </Box>
      ) : (
        <Skeleton width="8ch" height={40} />
      )}
    </Panel>
  );
}

const columns = {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 20rem), 1fr))",
};

/** `Figure` elements side by side. */
export function FigureGrid({ isLoading, children }: { isLoading?: boolean; children: ReactNode }) {
  return (
    <Box aria-busy={isLoading} sx={{ ...columns, gap: 2 }}>
      {children}
    </Box>
  );
}

/** The maximum number of requests that are listed by id. */
const MAX_LISTED = 6;

/** Shows what a run still has to pay and what it has paid, and leaves out the part that would be empty. */
export function RunFigures({ run }: { run: PaymentRunWithPayments }) {
  const open = run.payments.filter(({ status }) => status === "open");
  const paid = run.payments.filter(({ status }) => status === "paid");
  const isSettled = open.length === 0 && paid.length > 0;
  const standing = (
    <Stack component="span" direction="row" sx={{ flexWrap: "wrap", gap: "0.5rem 1rem" }}>
      <Progress run={run} />
      <RunBadge run={run} />
    </Stack>
  );
  return (
    <FigureGrid>
      {isSettled ? null : (
        <Figure
          title="Left to Pay"
          subtitle={open.length > 0 ? <SepaNote open={open} /> : undefined}
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
    </FigureGrid>
  );
}

function SepaNote({ open }: { open: readonly Payment[] }) {
  const openDialog = useOpenDialog(runDialogs);
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
        <TextButton onClick={() => openDialog("account")}>Set Account</TextButton>
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
      <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
        Not in the SEPA file
      </Typography>
      <Box component="ul" aria-label="Not in the SEPA file" sx={lines}>
        {reasons.map(([reason, payments = []]) => (
          <li key={reason}>
            <span>{reason}</span>
            <Requests payments={payments} />
          </li>
        ))}
      </Box>
    </section>
  );
}

function Requests({ payments }: { payments: readonly Payment[] }) {
  const ids = payments.flatMap(({ payoutId }) => payoutId ?? []);
  if (payments.length > MAX_LISTED || ids.length < payments.length) {
    return <span>{formatCountOf(payments.length, "payment")}</span>;
  }
  return (
    <Stack
      component="span"
      direction="row"
      sx={{ flexWrap: "wrap", justifyContent: "flex-end", columnGap: 1 }}
    >
      {ids.map((id) => (
        <RequestId key={id} id={id} />
      ))}
    </Stack>
  );
}

export function RunBadge({ run }: { run: Pick<PaymentRun, "closedAt"> }) {
  return run.closedAt ? <Badge tone="gray">Closed</Badge> : <Badge tone="orange">Open</Badge>;
}
