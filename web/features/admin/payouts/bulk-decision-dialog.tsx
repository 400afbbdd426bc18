import { useRef, useState } from "react";
import {
  rejectionNotesMessage,
  type DeskRow,
} from "../../../../src/business/money/payouts/payout.schema.ts";
import {
  type Decision,
  payoutStatusLabels,
} from "../../../../src/business/money/payouts/payout.rule.ts";
import type { payoutTable } from "../../../../src/business/money/payouts/payout.table.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import type { BulkFrame } from "../../../table/bulk/bulk-actions.tsx";
import { BulkDialog } from "../../../table/bulk/bulk-dialog.tsx";
import type { RowChange } from "../../../table/bulk/run-bulk.ts";
import { isRows } from "../../../table/bulk/selection.ts";
import type { TableQuery } from "../../../table/screen/table-address.ts";
import { TextArea } from "../../../components/field/text-area.tsx";
import { formatCount, sumByCurrency } from "../../../domain/format/figures.ts";
import { FlaggedRequests, nameOfRequest } from "../../../domain/payouts/payout-flags.tsx";
import { trpc } from "../../../trpc.ts";
import { approvalRefusal, useApprovalSteps } from "./decisions.tsx";

interface BulkDecisionDialogProps extends BulkFrame<DeskRow, TableQuery<typeof payoutTable>> {
  decision: Decision;
}

const words = {
  approved: {
    title: "Approve Requests",
    verb: "Approve",
    done: "Approved",
    note: "Note (optional)",
  },
  rejected: { title: "Reject Requests", verb: "Reject", done: "Rejected", note: "Note" },
};

/**
 * Only decides pending requests, because existing decisions are reversed one by one. Approvals that require another
 * administrator are left out.
 */
export function BulkDecisionDialog(props: BulkDecisionDialogProps) {
  const { decision, chosen, isOpen, onClose } = props;
  const { client } = trpc.useUtils();
  const [note, setNote] = useState("");
  const { title, verb, done, note: label } = words[decision];
  const isApproval = decision === "approved";
  const stepOf = useApprovalSteps();
  const decidedTraders = useRef(new Set<number>());

  const source = isRows(chosen)
    ? chosen
    : (page: number, pageSize: number) =>
        client.admin.payouts.page.query({
          ...chosen,
          page,
          pageSize,
          sort: "id",
          order: "asc",
        });

  /** Returns what the decision is based on: as it was shown, or as this action has left it for the trader. */
  async function readinessOf({ id, userId, present }: DeskRow): Promise<string | undefined> {
    if (!decidedTraders.current.has(userId)) return present?.readinessSha256 ?? undefined;
    const { readiness } = await client.admin.payouts.desk.query({ id });
    return readiness?.sha256;
  }

  async function run(payout: DeskRow): Promise<RowChange> {
    const { id, userId, currency } = payout;
    const expectedReadiness = await readinessOf(payout);
    const adminNotes = note.trim() || null;
    const decided = await client.admin.payouts.decide.mutate({
      id,
      status: decision,
      adminNotes,
      // The server refuses the decision if the request has been decided since the preview.
      expectedStatus: "pending",
      expectedCurrency: currency,
      ...(expectedReadiness && { expectedReadiness }),
    });
    decidedTraders.current.add(userId);
    return decided.status === decision
      ? { outcome: "done", words: done }
      : { outcome: "waiting", words: "Waiting for a second administrator" };
  }

  return (
    <BulkDialog
      title={title}
      verb={verb}
      noun="request"
      source={source}
      isOpen={isOpen}
      onClose={onClose}
      done={done.toLowerCase()}
      nameOf={nameOfRequest}
      leaveOut={(payout) => {
        const { status } = payout;
        if (status !== "pending") return `Already ${payoutStatusLabels[status].toLowerCase()}`;
        return isApproval ? approvalRefusal(payout, stepOf(payout)) : undefined;
      }}
      summarise={(payouts) => [
        ...describeSum(payouts),
        ...(isApproval ? describeWaiting(payouts.filter((each) => stepOf(each) === "wait")) : []),
      ]}
      details={(payouts) => (isApproval ? <FlaggedRequests requests={payouts} /> : null)}
      run={run}
      // Approving is not the expected decision if something about a request is unusual.
      look={(payouts) =>
        !isApproval ? "danger" : payouts.every(isUsual) ? "primary" : "secondary"
      }
      missing={decision === "rejected" && !note.trim() ? rejectionNotesMessage : undefined}
    >
      <TextArea
        label={label}
        rows={3}
        hint="Every trader sees it with their request."
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </BulkDialog>
  );
}

/** Whether a request was found to have no flags. */
const isUsual = ({ present }: DeskRow) => present?.flags?.length === 0;

function describeSum(payouts: readonly DeskRow[]): string[] {
  if (payouts.length === 0) return [];
  const sums = sumByCurrency(payouts).map(({ amount, currency }) => formatMoney(amount, currency));
  return [`The sum is ${sums.join(" and ")}.`];
}

function describeWaiting({ length }: readonly DeskRow[]): string[] {
  if (length === 0) return [];
  const [count, need, stay] =
    length === 1 ? ["1", "needs", "stays"] : [formatCount(length), "need", "stay"];
  return [`${count} ${need} a second administrator and ${stay} pending until then.`];
}
