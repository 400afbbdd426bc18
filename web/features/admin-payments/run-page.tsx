import { useState } from "react";
import type {
  Payment,
  PaymentRunWithPayments,
} from "../../../src/business/money/payments/payments.schema.ts";
import { tradingDays } from "../../../src/business/trading/timeline/trading-day.rule.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { AnchorButton, Button } from "../../components/button/button.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";
import { useMay } from "../../app/session/use-may.ts";
import { useNow } from "../../domain/verdicts/use-now.ts";
import { PaymentTable } from "./payment-table.tsx";
import { RunFigures } from "./run-figures.tsx";
import { sumByCurrency } from "../../domain/format/sums.rule.ts";
import { formatCountOf } from "../../domain/format/counts.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Conclusion } from "../../domain/payouts/conclusion.tsx";
import { TotalSums } from "./payment-parts.tsx";
import { usePaymentAccount } from "./use-payments.ts";
import type { RunDialogs } from "./use-run-dialogs.tsx";
import styles from "./payments.module.css";

/** In milliseconds. The browser does not report that the server has sent a file, and so recorded the export. */
const RECORDED_WITHIN = 1_500;

interface RunPageProps {
  run: PaymentRunWithPayments;
  dialogs: RunDialogs;
}

export function RunPage({ run, dialogs }: RunPageProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const mayManage = useMay("payments.manage");
  const open = run.payments.filter(({ status }) => status === "open");
  const selected = open.filter(({ id }) => chosen.has(id));
  const pay = (payments: readonly Payment[]) => dialogs.pay.open({ runId: run.id, payments });
  return (
    <>
      <PageHeader
        title={`Payment Run #${run.id}`}
        subtitle={describeRun(run)}
        aside={mayManage ? <RunActions run={run} onPay={() => pay(open)} /> : null}
      />
      <Stack>
        <RunConclusion open={open} />
        <RunFigures run={run} onSetAccount={() => dialogs.account.open(null)} />
        <PaymentTable
          payments={run.payments}
          isReadOnly={!mayManage}
          chosen={chosen}
          onChoose={setChosen}
          selection={
            <Selection
              selected={selected}
              onRemove={() => dialogs.remove.open({ runId: run.id, payments: selected })}
              onPay={() => pay(selected)}
            />
          }
          onReverse={(payment) => dialogs.reverse.open({ runId: run.id, payment })}
        />
      </Stack>
    </>
  );
}

/** What is left to do with the run, before the figures. */
function RunConclusion({ open }: { open: readonly Payment[] }) {
  if (open.length === 0) return null;
  const flagged = open.filter(({ flags }) => flags !== null && flags.length > 0).length;
  const unread = open.filter(({ flags }) => flags === null).length;
  const sums = sumByCurrency(open).map(({ amount, currency }) => formatMoney(amount, currency));
  return (
    <Conclusion isUnusual={flagged + unread > 0}>
      {[
        `${formatCountOf(open.length, "payment")} of ${sums.join(" and ")} still to be paid.`,
        flagged > 0 ? `${formatCountOf(flagged, "payment")} with flags.` : "",
        unread > 0 ? `The flags of ${formatCountOf(unread, "payment")} could not be read.` : "",
      ].join(" ")}
    </Conclusion>
  );
}

function RunActions({ run, onPay }: { run: PaymentRunWithPayments; onPay: () => void }) {
  const { succeeded, failed } = useAdminOutcome();
  const account = usePaymentAccount();
  const firm = trpc.admin.settings.firm.get.useQuery();
  const hasFailed = [account, firm].some(({ data, isError }) => isError && data === undefined);
  const { get } = trpc.useUtils().admin.payments;
  const showExport = () =>
    void setTimeout(() => void get.invalidate({ id: run.id }), RECORDED_WITHIN);
  const close = trpc.admin.payments.close.useMutation({
    onSuccess: () => succeeded("Payment run closed"),
    onError: (error) => failed("Failed to close the run", error),
  });
  const sendable = run.payments.filter(
    ({ status, sepaExclusion }) => status === "open" && sepaExclusion === null,
  );
  return (
    <div className={styles.actions}>
      {run.open > 0 ? (
        <AnchorButton
          href={`/api/admin/payments/${run.id}/export.csv`}
          download

          onClick={showExport}
          data-tooltip="The open payments, for a bank or payment provider. Do not open the file in a spreadsheet program: it contains payment details exactly as the traders entered them."
        >
          <Icon name="download" size={16} />
          Export CSV
        </AnchorButton>
      ) : null}
      {sendable.length > 0 && hasFailed ? (
        <LoadFailure
          size="small"
          text="Failed to load what the SEPA export needs."
          onRetry={() => {
            void account.refetch();
            void firm.refetch();
          }}
        />
      ) : null}
      {account.data && firm.data && sendable.length > 0 ? (
        <SepaExport runId={run.id} timeZone={firm.data.timeZone} onExport={showExport} />
      ) : null}
      {run.open > 0 ? (
        <Button look="primary" onClick={onPay}>
          Mark All as Paid
        </Button>
      ) : null}
      {run.open === 0 && !run.closedAt ? (
        <Button
          look="primary"
          isPending={close.isPending}
          pendingLabel="Closing..."
          onClick={() => close.mutate({ id: run.id })}
        >
          Close Run
        </Button>
      ) : null}
    </div>
  );
}

interface SepaExportProps {
  runId: number;
  /** The firm's, because the server refuses days that have passed there. */
  timeZone: string;
  onExport: () => void;
}

function SepaExport({ runId, timeZone, onExport }: SepaExportProps) {
  const [chosenDay, setChosenDay] = useState("");
  // While a date is typed, the field shows what has been typed: its first digits may form an earlier date.
  const [typed, setTyped] = useState<string>();
  const today = tradingDays({ timeZone, startsAt: "00:00" })(useNow()).name;
  const executionDay = chosenDay > today ? chosenDay : today;
  return (
    <>
      <TextField
        layout="inline"
        label="Execution Date"
        type="date"
        min={today}
        value={typed ?? executionDay}
        onChange={({ target }) => {
          setTyped(target.value);
          setChosenDay(target.value);
        }}
        onBlur={() => setTyped(undefined)}
      />
      <AnchorButton
        href={`/api/admin/payments/${runId}/export.xml?executionDate=${executionDay}`}
        download

        onClick={onExport}
      >
        <Icon name="download" size={16} />
        Export SEPA
      </AnchorButton>
    </>
  );
}

function describeRun(run: PaymentRunWithPayments): string {
  const { createdBy, createdAt, closedBy, closedAt } = run;
  return [
    `Created by ${createdBy}, ${formatMoment(createdAt)}`,
    describeExport(run),
    closedAt ? `Closed by ${closedBy ?? ""}, ${formatMoment(closedAt)}` : undefined,
  ]
    .filter(Boolean)
    .join(". ");
}

const formats = { csv: "CSV", sepa: "SEPA" };

function describeExport({ lastExport, open }: PaymentRunWithPayments): string | undefined {
  if (!lastExport) return open > 0 ? "Not exported yet" : undefined;
  const { at, by, format } = lastExport;
  return `Last exported as ${formats[format]} by ${by}, ${formatMoment(at)}`;
}

interface SelectionProps {
  selected: readonly Payment[];
  onRemove: () => void;
  onPay: () => void;
}

function Selection({ selected, onRemove, onPay }: SelectionProps) {
  return (
    <div className={styles.selection}>
      <p role="status" className={styles.chosen}>
        {`${selected.length} selected`}
        {selected.length > 0 ? <TotalSums totals={selected} /> : null}
      </p>
      <Button disabled={selected.length === 0} onClick={onRemove}>
        Remove from Run
      </Button>
      <Button disabled={selected.length === 0} onClick={onPay}>
        Mark as Paid
      </Button>
    </div>
  );
}
