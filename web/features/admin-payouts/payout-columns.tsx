import type { GridColDef } from "@mui/x-data-grid";
import { paymentMethods } from "../../../src/business/money/payouts/payout.rule.ts";
import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { CellLine, CellText, RowSummary } from "../../table/grid/cells.tsx";
import {
  amountColumn as baseAmountColumn,
  contentColumn,
  textColumn,
} from "../../table/grid/columns.tsx";
import { formatDay } from "../../domain/format/dates.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { AmountCell, RequestId, RequestLink, StatusCell, UserCell } from "./payout-cells.tsx";
import type { ViewPayout } from "./payout-dialog.ts";

export type PayoutColumn = GridColDef<PayoutRow>;

/** The id is a button that opens the details. */
export function requestIdColumn(onView: ViewPayout): PayoutColumn {
  return contentColumn({ field: "id", headerName: "ID", width: 96 }, (payout) => (
    <RequestId payout={payout} onView={onView} />
  ));
}

export const userColumn: PayoutColumn = contentColumn(
  { field: "fullName", headerName: "User", flex: 1.4, minWidth: 190 },
  (payout) => <UserCell payout={payout} />,
);

/** Wide enough for the largest amount with its marker. */
export const amountColumn: PayoutColumn = baseAmountColumn(
  { field: "amount", headerName: "Amount", flex: 0.8, minWidth: 216 },
  (payout) => <AmountCell payout={payout} />,
);

export const paymentMethodColumn: PayoutColumn = textColumn(
  { field: "paymentMethod", headerName: "Payment Method", flex: 1, minWidth: 140 },
  ({ paymentMethod }) => paymentMethods[paymentMethod],
);

export const dateColumn: PayoutColumn = textColumn(
  { field: "createdAt", headerName: "Date", width: 130 },
  ({ createdAt }) => formatDay(createdAt),
);

export const statusColumn: PayoutColumn = contentColumn(
  { field: "status", headerName: "Status", width: 150, minWidth: 150 },
  (payout) => <StatusCell payout={payout} />,
);

interface SummaryOptions {
  showsNotes?: boolean;
  /** Turns the id into a button that opens the details. */
  onView?: ViewPayout;
}

/** The only column on small screens. */
export function summaryColumn(options: SummaryOptions = {}): PayoutColumn {
  return contentColumn({ field: "amount", headerName: "Request", flex: 1 }, (payout) => (
    <RowSummary details={<SummaryDetails payout={payout} {...options} />}>
      <CellLine>
        <AmountCell payout={payout} />
        <StatusCell payout={payout} />
      </CellLine>
      <RequestLink id={payout.id}>
        <CellText look="soft">{displayName(payout.user)}</CellText>
      </RequestLink>
    </RowSummary>
  ));
}

function SummaryDetails({ payout, showsNotes, onView }: SummaryOptions & { payout: PayoutRow }) {
  return (
    <>
      <CellLine>
        <span>
          {onView ? <RequestId payout={payout} onView={onView} /> : `#${payout.id}`}
          {` · ${paymentMethods[payout.paymentMethod]}`}
        </span>
        <span>{formatDay(payout.createdAt)}</span>
      </CellLine>
      {showsNotes ? <CellText look="soft">{payout.adminNotes ?? "No notes"}</CellText> : null}
    </>
  );
}
