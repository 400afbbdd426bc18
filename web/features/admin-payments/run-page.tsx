import Box from "@mui/material/Box";
import { useState } from "react";
import type {
  Payment,
  PaymentRunWithPayments,
} from "../../../src/business/money/payments/payments.schema.ts";
import { nextTargetDay } from "../../../src/business/money/payments/target-day.rule.ts";
import { tradingDays } from "../../../src/business/rulebook/timeline/trading-day.rule.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { useOpenDialog } from "../../app/dialogs.tsx";
import { AnchorButton, Button } from "../../components/button/button.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { formatCalendarDay, sayMoment } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";
import { useMay } from "../../app/session/use-may.ts";
import { useNow } from "../../domain/verdicts/use-verdict.ts";
import { runDialogs } from "./payment-dialogs.ts";
import { PaymentTable, SelectedSums, SelectionBar } from "./payment-table.tsx";
import { RunFigures } from "./run-figures.tsx";
import { formatCountOf, sumByCurrency } from "../../domain/format/figures.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Conclusion } from "../../domain/payouts/desk.tsx";
import { usePaymentAccount } from "./use-payments.ts";

const PayDialog = lazyComponent(() => import("./run-dialogs.tsx").then((m) => m.PayDialog));
const RemoveDialog = lazyComponent(() => import("./run-dialogs.tsx").then((m) => m.RemoveDialog));

/** In milliseconds. The browser does not report that the server has sent a file, and so recorded the export. */
const RECORDED_WITHIN = 1_500;

export function RunPage({ run }: { run: PaymentRunWithPayments }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const mayManage = useMay("payments.manage");
  const open = run.payments.filter(({ status }) => status === "open");
  const selected = open.filter(({ id }) => chosen.has(id));
  // A selection has no address, so the dialogs about it have none either.
  const paying = useDialog<readonly Payment[]>();
  const removing = useDialog<readonly Payment[]>();
  const openDialog = useOpenDialog(runDialogs);
  return (
    <>
      <PageHeader
        title={`Payment Run #${run.id}`}
        subtitle={describeRun(run)}
        aside={mayManage ? <RunActions run={run} onPay={() => paying.open(open)} /> : null}
      />
      <Stack>
        <RunConclusion open={open} />
        <RunFigures run={run} />
        <PaymentTable
          payments={run.payments}
          isReadOnly={!mayManage}
          chosen={chosen}
          onChoose={setChosen}
          selection={
            <Selection
              selected={selected}
              onRemove={() => removing.open(selected)}
              onPay={() => paying.open(selected)}
            />
          }
          onReverse={({ id }) => openDialog("reverse", id)}
        />
      </Stack>
      <Opened dialog={paying}>
        {(frame, payments) => <PayDialog {...frame} runId={run.id} payments={payments} />}
      </Opened>
      <Opened dialog={removing}>
        {(frame, payments) => <RemoveDialog {...frame} runId={run.id} payments={payments} />}
      </Opened>
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
        `${formatCountOf(open.length, "payment")} still to be made, ${sums.join(" and ")} in total.`,
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
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "end", gap: 1 }}>
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
    </Box>
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
  const wantedDay = chosenDay > today ? chosenDay : today;
  const executionDay = nextTargetDay(wantedDay);
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
        hint={
          chosenDay === wantedDay && executionDay !== wantedDay
            ? `Banks settle no SEPA transfers on ${formatCalendarDay(new Date(wantedDay))}, so the file has the next possible day.`
            : undefined
        }
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
    `Created by ${createdBy}, ${sayMoment(createdAt)}`,
    describeExport(run),
    closedAt ? `Closed by ${closedBy ?? ""}, ${sayMoment(closedAt)}` : undefined,
  ]
    .filter(Boolean)
    .join(". ");
}

const formats = { csv: "CSV", sepa: "SEPA" };

function describeExport({ lastExport, open }: PaymentRunWithPayments): string | undefined {
  if (!lastExport) return open > 0 ? "Not exported yet" : undefined;
  const { at, by, format } = lastExport;
  return `Last exported as ${formats[format]} by ${by}, ${sayMoment(at)}`;
}

interface SelectionProps {
  selected: readonly Payment[];
  onRemove: () => void;
  onPay: () => void;
}

function Selection({ selected, onRemove, onPay }: SelectionProps) {
  return (
    <SelectionBar>
      <SelectedSums selected={selected} />
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: "0.625rem 0.75rem" }}>
        <Button disabled={selected.length === 0} onClick={onRemove}>
          Remove from Run
        </Button>
        <Button disabled={selected.length === 0} onClick={onPay}>
          Mark as Paid
        </Button>
      </Box>
    </SelectionBar>
  );
}
