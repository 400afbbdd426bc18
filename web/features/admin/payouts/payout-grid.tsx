import { useMemo } from "react";
import type { DeskRow } from "../../../../src/business/money/payouts/payout.schema.ts";
import { CellButtons, CellLines, CellText } from "../../../table/grid/cells.tsx";
import { actionsColumn, contentColumn, textColumn } from "../../../table/grid/columns.tsx";
import { DataTable, type DataTableProps } from "../../../table/grid/data-table.tsx";
import { screenColumns as labels, type ScreenColumn, screenColumnNames } from "./payout-search.ts";
import { shownColumns } from "../../../table/columns/column-search.ts";
import { formatDay } from "../../../domain/format/dates.ts";
import { displayName, shorten } from "../../../domain/format/texts.tsx";
import { type OpenDecision, PayoutActions, useApprovalRefusal } from "./decisions.tsx";
import {
  ageColumn,
  amountColumn,
  dateColumn,
  paymentMethodColumn,
  type PayoutColumn,
  requestIdColumn,
  RequestLink,
  statusColumn,
  summaryColumn,
  userColumn,
  withdrawableColumn,
} from "./payout-columns.tsx";
import { IconButton } from "../../../components/button/icon-button.tsx";
import { Permitted } from "../../../app/session/permitted.tsx";
import { TruncatedText } from "../../../components/table/truncated-text.tsx";

interface PayoutGridProps extends Omit<
  DataTableProps<DeskRow>,
  "name" | "noun" | "columns" | "narrowColumns"
> {
  onDecide: OpenDecision;
  /** In display order. */
  columns: readonly ScreenColumn[];
}

export function PayoutGrid({ onDecide, columns: names, ...table }: PayoutGridProps) {
  const chosen = names.join(",");
  const columns = useMemo(() => {
    const actions = actionsColumn<DeskRow>(84, (payout) => (
      <PayoutActions payout={payout} onDecide={onDecide} />
    ));
    const shown = shownColumns(screenColumnNames, chosen, []).map((name) => wide[name]);
    return { wide: [...shown, actions], narrow: [summaryColumn(), actions] };
  }, [onDecide, chosen]);
  return (
    <DataTable<DeskRow>
      {...table}
      name="Payout requests"
      noun="requests"
      columns={columns.wide}
      narrowColumns={columns.narrow}
    />
  );
}

/** Shown for a value that has not been set. */
const missing = "—";

/** For columns that the server does not sort by. */
const unsorted = { sortable: false };

const wide: Record<ScreenColumn, PayoutColumn> = {
  id: contentColumn({ field: "id", headerName: labels.id, width: 96 }, ({ id }) => (
    <RequestLink id={id}>{String(id)}</RequestLink>
  )),
  userId: contentColumn(
    { field: "userId", headerName: labels.userId, flex: 1.2, minWidth: 150 },
    ({ user, userId }) => (
      <CellLines>
        <CellText>{shorten(displayName(user))}</CellText>
        <CellText look="soft" isSmall>
          {String(userId)}
        </CellText>
      </CellLines>
    ),
  ),
  fullName: textColumn(
    { field: "fullName", headerName: labels.fullName, flex: 1.2, minWidth: 150 },
    ({ user }) => user.fullName ?? missing,
  ),
  email: textColumn(
    { field: "email", headerName: labels.email, flex: 1.4, minWidth: 170, ...unsorted },
    ({ user }) => user.email,
    "soft",
  ),
  amount: amountColumn,
  withdrawable: withdrawableColumn,
  age: ageColumn,
  currency: textColumn(
    { field: "currency", headerName: labels.currency, width: 110, ...unsorted },
    ({ currency }) => currency,
  ),
  paymentMethod: paymentMethodColumn,
  createdAt: { ...dateColumn, flex: 1, minWidth: 130 },
  status: { ...statusColumn, flex: 1 },
  adminNotes: textColumn(
    { field: "adminNotes", headerName: labels.adminNotes, flex: 1.4, minWidth: 150, ...unsorted },
    ({ adminNotes }) => adminNotes ?? missing,
    "soft",
  ),
  paidAt: textColumn(
    { field: "paidAt", headerName: labels.paidAt, width: 130, ...unsorted },
    ({ payment }) => (payment ? formatDay(payment.paidAt) : missing),
  ),
  reference: textColumn(
    { field: "reference", headerName: labels.reference, flex: 1, minWidth: 120, ...unsorted },
    ({ payment }) => payment?.reference || missing,
  ),
  paymentRunId: textColumn(
    { field: "paymentRunId", headerName: labels.paymentRunId, width: 120, ...unsorted },
    ({ paymentRunId }) => (paymentRunId === null ? missing : String(paymentRunId)),
  ),
};

interface PendingRequestGridProps extends Omit<
  DataTableProps<DeskRow>,
  "list" | "name" | "noun" | "columns" | "narrowColumns"
> {
  onDecide: OpenDecision;
}

export function PendingRequestGrid({ onDecide, ...table }: PendingRequestGridProps) {
  const columns = useMemo(() => {
    const actions = actionsColumn<DeskRow>(104, (payout) => (
      <DecisionButtons payout={payout} onDecide={onDecide} />
    ));
    return {
      wide: [
        userColumn,
        requestIdColumn,
        amountColumn,
        withdrawableColumn,
        paymentMethodColumn,
        dateColumn,
        ageColumn,
        actions,
      ],
      narrow: [summaryColumn(), actions],
    };
  }, [onDecide]);
  return (
    <DataTable<DeskRow>
      {...table}
      list="pending-requests"
      name="Pending Requests"
      noun="requests"
      columns={columns.wide}
      narrowColumns={columns.narrow}
    />
  );
}

interface DecisionButtonsProps {
  payout: DeskRow;
  onDecide: OpenDecision;
}

function DecisionButtons({ payout, onDecide }: DecisionButtonsProps) {
  const refusal = useApprovalRefusal(payout);
  return (
    <Permitted to="payouts.decide">
      <CellButtons>
        <IconButton
          icon="check"
          hint={refusal ?? "Approve"}
          disabled={refusal !== undefined}
          label={`Approve request #${payout.id}`}
          onClick={() => onDecide("approve-payout", payout.id)}
        />
        <IconButton
          icon="close"
          hint="Reject"
          label={`Reject request #${payout.id}`}
          onClick={() => onDecide("reject-payout", payout.id)}
        />
      </CellButtons>
    </Permitted>
  );
}

type DecidedRequestGridProps = Omit<
  DataTableProps<DeskRow>,
  "list" | "name" | "noun" | "columns" | "narrowColumns"
>;

export function DecidedRequestGrid(table: DecidedRequestGridProps) {
  return (
    <DataTable<DeskRow>
      {...table}
      list="decided-requests"
      name="Payout History"
      noun="requests"
      columns={decided.wide}
      narrowColumns={decided.narrow}
    />
  );
}

const notesColumn: PayoutColumn = contentColumn(
  { field: "adminNotes", headerName: "Notes", flex: 1, minWidth: 160, sortable: false },
  ({ adminNotes }) => (adminNotes ? <TruncatedText text={adminNotes} /> : "No notes"),
);

const decided = {
  wide: [userColumn, requestIdColumn, amountColumn, dateColumn, statusColumn, notesColumn],
  narrow: [summaryColumn({ showsNotes: true })],
};
