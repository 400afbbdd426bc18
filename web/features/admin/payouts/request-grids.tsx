import { useMemo } from "react";
import type { DeskRow } from "../../../../src/business/money/payouts/payout.schema.ts";
import { payoutTable } from "../../../../src/business/money/payouts/payout.table.ts";
import { Permitted } from "../../../app/session/permitted.tsx";
import { IconButton } from "../../../components/button/icon-button.tsx";
import { TruncatedText } from "../../../components/table/truncated-text.tsx";
import { CellButtons } from "../../../table/grid/cells.tsx";
import { DataTable, type DataTableProps } from "../../../table/grid/data-table.tsx";
import {
  type Cell,
  gridColumns,
  narrowColumns,
  type RowMenu,
} from "../../../table/screen/table-cells.tsx";
import { type OpenDecision, useApprovalRefusal } from "./decisions.tsx";
import {
  payoutCells,
  payoutSummary,
  PayoutSummary,
  RequestLink,
  userCell,
} from "./payout-cells.tsx";

type RequestGridProps = Omit<
  DataTableProps<DeskRow>,
  "list" | "name" | "noun" | "columns" | "narrowColumns"
>;

/** The tables of the tab begin with the trader, and not with the request. */
const table = {
  columns: { ...payoutTable.columns, fullName: "User", adminNotes: "Notes" },
  sorts: payoutTable.sorts,
};

const cells: Readonly<Record<string, Cell<DeskRow> | object>> = {
  ...payoutCells,
  fullName: userCell,
  id: { width: 96, cell: ({ id }: DeskRow) => <RequestLink id={id}>{`#${id}`}</RequestLink> },
  createdAt: { ...payoutCells.createdAt, flex: undefined, width: 130 },
  status: { ...payoutCells.status, flex: undefined, width: 150 },
  adminNotes: {
    flex: 1,
    minWidth: 160,
    cell: ({ adminNotes }: DeskRow) =>
      adminNotes ? <TruncatedText text={adminNotes} /> : "No notes",
  },
};

const pendingNames = [
  "fullName",
  "id",
  "amount",
  "withdrawable",
  "paymentMethod",
  "createdAt",
  "age",
];

export function PendingRequestGrid({
  onDecide,
  ...grid
}: RequestGridProps & { onDecide: OpenDecision }) {
  const columns = useMemo(() => {
    const menu: RowMenu<DeskRow> = {
      width: 104,
      cell: (payout) => <DecisionButtons payout={payout} onDecide={onDecide} />,
    };
    return {
      wide: gridColumns<DeskRow>(table, cells, pendingNames, menu),
      narrow: narrowColumns(payoutSummary, menu),
    };
  }, [onDecide]);
  return (
    <DataTable<DeskRow>
      {...grid}
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

const decided = {
  wide: gridColumns<DeskRow>(
    table,
    cells,
    ["fullName", "id", "amount", "createdAt", "status", "adminNotes"],
    undefined,
  ),
  narrow: narrowColumns<DeskRow>(
    { ...payoutSummary, cell: (payout) => <PayoutSummary payout={payout} showsNotes /> },
    undefined,
  ),
};

export function DecidedRequestGrid(grid: RequestGridProps) {
  return (
    <DataTable<DeskRow>
      {...grid}
      list="decided-requests"
      name="Payout History"
      noun="requests"
      columns={decided.wide}
      narrowColumns={decided.narrow}
    />
  );
}
