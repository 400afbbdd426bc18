import Box from "@mui/material/Box";
import { useState } from "react";
import type {
  Payment,
  PaymentRunWithPayments,
} from "../../../../src/business/money/payments/payments.schema.ts";
import { splitOpen } from "../../../../src/business/money/payments/payment.rule.ts";
import { nextTargetDay } from "../../../../src/business/money/payments/target-day.rule.ts";
import { tradingDays } from "../../../../src/business/rulebook/timeline/trading-day.rule.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { AnchorButton, Button } from "../../../components/button/button.tsx";
import { Opened } from "../../../components/dialog/opened.tsx";
import { useDialog } from "../../../components/dialog/use-dialog.ts";
import { LoadFailure } from "../../../components/feedback/load-failure.tsx";
import { lazyComponent } from "../../../components/lazy/lazy-component.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { formatCalendarDay, momentIn } from "../../../domain/format/dates.ts";
import { trpc } from "../../../trpc.ts";
import { useMay } from "../../../app/session/use-may.ts";
import { useNow } from "../../../domain/verdicts/use-verdict.ts";
import { runDialogs } from "./payment-dialogs.ts";
import { PaymentTable, SelectedSums, SelectionBar } from "./payment-table.tsx";
import { exportNames, RunExports } from "./run-exports.tsx";
import { RunFigures } from "./run-figures.tsx";
import { formatCountOf, sumByCurrency } from "../../../domain/format/figures.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { Conclusion } from "../../../domain/payouts/desk.tsx";
import { useFirmZone, usePaymentAccount } from "./use-payments.ts";

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
  const timeZone = useFirmZone();
  return (
    <>
      <PageHeader
        title={`Payment Run #${run.id}`}
        subtitle={describeRun(run, timeZone)}
        aside={mayManage ? <RunActions run={run} onPay={paying.open} /> : null}
      />
      <Stack>
        <RunConclusion open={open} />
        <RunFigures run={run} />
        {run.exports.length > 0 ? <RunExports run={run} timeZone={timeZone} /> : null}
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

interface RunActionsProps {
  run: PaymentRunWithPayments;
  onPay: (payments: readonly Payment[]) => void;
}

function RunActions({ run, onPay }: RunActionsProps) {
  const { succeeded, failed } = useAdminOutcome();
  const account = usePaymentAccount();
  const firm = trpc.admin.settings.firm.get.useQuery();
  const hasFailed = [account, firm].some(({ isLoadingError }) => isLoadingError);
  const { get } = trpc.useUtils().admin.payments;
  const showExport = () =>
    void setTimeout(() => void get.invalidate({ id: run.id }), RECORDED_WITHIN);
  const close = trpc.admin.payments.close.useMutation({
    onSuccess: () => succeeded("Payment run closed"),
    onError: (error) => failed("Failed to close the run", error),
  });
  const open = run.payments.filter(({ status }) => status === "open");
  const sendable = open.filter(({ sepaExclusion }) => sepaExclusion === null);
  const { exported } = splitOpen(run.payments, run.exports);
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "end", gap: 1 }}>
      {open.length > 0 ? (
        <AnchorButton
          href={`/api/admin/payments/${run.id}/export.csv`}
          download
          onClick={showExport}
          data-tooltip={`The open payments, for a bank or payment provider. Do not open the file in a spreadsheet program: it contains payment details exactly as the traders entered them.${warnOfRepeat(open)}`}
        >
          <Icon name="download" size={16} />
          {wasExported(open) ? "Export CSV Again" : "Export CSV"}
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
        <SepaExport
          runId={run.id}
          sendable={sendable}
          timeZone={firm.data.timeZone}
          onExport={showExport}
        />
      ) : null}
      {exported.length > 0 ? (
        <Button look="primary" onClick={() => onPay(exported)}>
          {`Mark the ${formatCountOf(exported.length, "exported payment")} as paid (${exportNames[run.exports[0]!.kind]} file)`}
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

/** Whether a file contains one of the payments already. */
const wasExported = (open: readonly Payment[]) =>
  open.some(({ exportedAt }) => exportedAt !== null);

/** A bank that has two files pays twice what is in both. */
function warnOfRepeat(open: readonly Payment[]): string {
  const repeated = open.filter(({ exportedAt }) => exportedAt !== null).length;
  if (repeated === 0) return "";
  return ` ${formatCountOf(repeated, "payment")} of it ${repeated === 1 ? "is" : "are"} in an earlier file: a bank that has both pays twice.`;
}

interface SepaExportProps {
  runId: number;
  /** The payments that the file will contain. */
  sendable: readonly Payment[];
  /** The firm's, because the server refuses days that have passed there. */
  timeZone: string;
  onExport: () => void;
}

function SepaExport({ runId, sendable, timeZone, onExport }: SepaExportProps) {
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
        data-tooltip={warnOfRepeat(sendable).trim() || undefined}
      >
        <Icon name="download" size={16} />
        {wasExported(sendable) ? "Export SEPA Again" : "Export SEPA"}
      </AnchorButton>
    </>
  );
}

function describeRun(run: PaymentRunWithPayments, timeZone: string | undefined): string {
  const { createdBy, createdAt, closedBy, closedAt, exports, open } = run;
  return [
    `Created by ${createdBy}, ${momentIn(createdAt, timeZone)}`,
    exports.length === 0 && open > 0 ? "Not exported yet" : undefined,
    closedAt ? `Closed by ${closedBy ?? ""}, ${momentIn(closedAt, timeZone)}` : undefined,
  ]
    .filter(Boolean)
    .join(". ");
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
