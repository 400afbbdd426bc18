import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { PayoutDesk } from "../../../../src/business/money/payouts/desk.schema.ts";
import type { PayoutFlag } from "../../../../src/business/money/payouts/flags.rule.ts";
import { Panel } from "../../../components/panel/panel.tsx";
import { countFlags, FlagList } from "./flag-notice.tsx";
import { readBankDetails } from "../../../../src/business/money/payouts/bank-details.rule.ts";
import { Copyable } from "../../../components/button/copy-button.tsx";
import { Link } from "@tanstack/react-router";
import { paymentMethods } from "../../../../src/business/money/payouts/payout.rule.ts";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { formatDay, formatMoment } from "../../../domain/format/dates.ts";
import { PersonName } from "../../../domain/format/texts.tsx";
import { accountStatusLabels } from "../../../../src/business/traders/accounts/account.rule.ts";
import { useState } from "react";
import { TextButton } from "../../../components/button/text-button.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { trpc } from "../../../trpc.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { StatusBadge } from "../../../components/badge/status-badge.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";

/** Shows the flags that were stored with the decision on a request, and the present ones if they differ. */
export function DecidedFlagsPanel({ desk: { payout, flags } }: { desk: PayoutDesk }) {
  const { decisionFlags, status } = payout;
  // Nothing is unusual about a cancelled request.
  if (status === "pending" || status === "cancelled") return null;
  const isUnchanged = decisionFlags !== null && flags !== null && isSameFlags(decisionFlags, flags);
  return (
    <Panel
      title="Flags"
      subtitle={
        decisionFlags === null
          ? unrecorded
          : `When the decision was made${isUnchanged ? ", and now" : ""}: ${decisionFlags.length === 0 ? "none" : countFlags(decisionFlags)}`
      }
    >
      {flags === null ? <p>The flags could not be read. Reload the page to try again.</p> : null}
      {decisionFlags && decisionFlags.length > 0 ? (
        <FlagList name="Flags when decided" flags={decisionFlags} />
      ) : null}
      {!isUnchanged && flags && flags.length > 0 ? (
        <Box sx={{ display: "grid", gap: 1, mt: 1.5, color: "text.secondary" }}>
          <p>{`Now: ${countFlags(flags)}`}</p>
          <FlagList name="Flags now" flags={flags} />
        </Box>
      ) : null}
    </Panel>
  );
}

/** The same is stored for both, and for decisions without a flag in the audit log. */
const unrecorded =
  "No flags are stored with the decision: they could not be read, or it was made before there were flags";

const isSameFlags = (some: readonly PayoutFlag[], others: readonly PayoutFlag[]) =>
  some.length === others.length && some.every(({ message }, i) => others[i]?.message === message);

/** Shows what the trader requested, and the outcome. */
export function RequestPanel({ desk }: { desk: PayoutDesk }) {
  const { payout, hasPaymentDetails, account, trader } = desk;
  return (
    <Panel title="Request">
      <Facts>
        <Fact name="User">
          <Link to="/admin/users/$id" params={{ id: String(payout.userId) }}>
            <PersonName of={payout.user} />
          </Link>
        </Fact>
        {payout.user.fullName ? (
          <Fact name="Email">
            <Copyable noun="Email" value={payout.user.email} />
          </Fact>
        ) : null}
        <Fact name="Requested">{formatMoment(payout.createdAt)}</Fact>
        <Fact name="Payment Method">{paymentMethods[payout.paymentMethod]}</Fact>
        <DetailsFact key={payout.id} id={payout.id} isPresent={hasPaymentDetails} />
        <Fact name="Payment">
          <PaymentState payout={payout} />
        </Fact>
        {payout.adminNotes ? (
          <Fact name="Admin Notes">
            <Lines>{payout.adminNotes}</Lines>
          </Fact>
        ) : null}
        <Fact name="Account">
          {trader.banned
            ? `Banned: ${trader.banReason ?? "no reason recorded"}`
            : `${accountStatusLabels[account.status]}, ${account.phase ?? "no phase"}, ${account.payoutEnabled ? "payouts enabled" : "payouts disabled"}`}
        </Fact>
      </Facts>
    </Panel>
  );
}

function PaymentState({ payout }: Pick<PayoutDesk, "payout">) {
  if (payout.paymentRunId === null) {
    return payout.status === "approved" ? "Approved, not paid yet" : "Not paid";
  }
  return (
    <>
      {payout.payment
        ? `Paid on ${formatDay(payout.payment.paidAt)}, reference ${payout.payment.reference}, `
        : "In "}
      <Link to="/admin/payments/$id" params={{ id: String(payout.paymentRunId) }}>
        {`run #${payout.paymentRunId}`}
      </Link>
    </>
  );
}

interface DetailsFactProps {
  id: number;
  isPresent: boolean;
}

/** Shows the payment details on request only, because each view is recorded in the audit log. */
function DetailsFact({ id, isPresent }: DetailsFactProps) {
  const maySee = useMay("payouts.details");
  return (
    <Fact name="Payment Details">
      {!isPresent ? "None given" : maySee ? <HiddenDetails id={id} /> : "Not shown to your role"}
    </Fact>
  );
}

function HiddenDetails({ id }: { id: number }) {
  const [isShown, setShown] = useState(false);
  const { data, isLoadingError, isFetching, refetch } = trpc.admin.payouts.get.useQuery(
    { id },
    { enabled: isShown, refetchOnMount: "always" },
  );
  if (isShown && data) {
    const text = data.paymentDetails ?? "";
    const { iban } = readBankDetails(text);
    return (
      <Copyable noun={iban ? "IBAN" : "Payment details"} value={iban ?? text}>
        <Lines>{text}</Lines>
      </Copyable>
    );
  }
  return (
    <TextButton
      disabled={isFetching}
      title="Views are recorded in the audit log"
      onClick={() => {
        if (isShown) void refetch();
        setShown(true);
      }}
    >
      {isFetching ? "Loading..." : isLoadingError ? "Try again" : "Show details"}
    </TextButton>
  );
}

type Other = PayoutDesk["others"][number];

/** Lists the trader's other requests that belong to the stage of this one or are still pending. */
export function OtherRequests({ desk: { payout, others, sums } }: { desk: PayoutDesk }) {
  const amount = (value: string) => formatMoney(value, payout.currency);
  const hasOthers = others.some(({ currency }) => currency !== payout.currency);
  const columns: Column<Other>[] = [
    {
      title: "ID",
      card: "start",
      cell: ({ id }) => <Link to="/admin/payouts/$id" params={{ id: String(id) }}>{`#${id}`}</Link>,
    },
    { title: "Date", cell: ({ createdAt }) => formatDay(createdAt) },
    {
      title: "Status",
      cell: ({ status, paidAt }) => (
        <Box
          component="span"
          sx={{ display: "inline-flex", flexWrap: "wrap", gap: "0.25rem 0.5rem" }}
        >
          <StatusBadge status={status} />
          {paidAt ? <small>{`Paid ${formatDay(paidAt)}`}</small> : null}
        </Box>
      ),
    },
    {
      title: "Amount",
      align: "end",
      card: "end",
      cell: (other) => formatMoney(other.amount, other.currency),
    },
  ];
  return (
    <Panel title="Requests in This Stage" subtitle="Including pending requests of other stages">
      <Box
        component="dl"
        sx={{
          display: "grid",
          gridTemplateColumns: "repeat(auto-fit, minmax(7.5rem, 1fr))",
          gap: "0.75rem 1rem",
          m: "0 0 1rem",
        }}
      >
        <Sum name="Pending" value={amount(sums.pending)} />
        <Sum name="Approved, unpaid" value={amount(sums.approved)} />
        <Sum name="Paid" value={amount(sums.paid)} />
      </Box>
      {hasOthers ? <Soft>{`The sums contain only requests in ${payout.currency}.`}</Soft> : null}
      {others.length === 0 ? (
        <Soft>This is the only one.</Soft>
      ) : (
        <Table name="Other requests" columns={columns} rows={others} rowKey={({ id }) => id} />
      )}
      {sums.count - 1 > others.length ? (
        <Soft>{`${sums.count - 1 - others.length} older ones are not shown.`}</Soft>
      ) : null}
    </Panel>
  );
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <Typography component="dt" variant="body2" sx={{ color: "text.secondary" }}>
        {name}
      </Typography>
      <Box component="dd" sx={{ m: 0, fontWeight: 550, fontVariantNumeric: "tabular-nums" }}>
        {value}
      </Box>
    </div>
  );
}

const Soft = ({ children }: { children: string }) => (
  <Typography variant="body2" sx={{ color: "text.secondary" }}>
    {children}
  </Typography>
);

/** Text with line breaks: short next to its label, long below it. */
const Lines = ({ children }: { children: string | null }) => (
  <Box component="span" sx={{ display: "block", fontWeight: 400, whiteSpace: "pre-line" }}>
    {children}
  </Box>
);
