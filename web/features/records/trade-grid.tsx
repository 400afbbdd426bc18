import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { formatResult } from "../../../src/platform/money/money.ts";
import { useMemo } from "react";
import type { Trade } from "../../../src/business/record/results/result.schema.ts";
import { TextButton } from "../../components/button/text-button.tsx";
import { ResultText } from "../../components/money/result-text.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { CellLine, CellLines, CellText, RowSummary } from "../../table/grid/cells.tsx";
import { amountColumn, contentColumn, type TableColumn } from "../../table/grid/columns.tsx";
import { DataTable, type DataTableProps } from "../../table/grid/data-table.tsx";
import { sideLabels } from "./record-words.ts";

type ViewTrade = (dialog: "trade", id: number) => void;

interface TradeGridProps extends Omit<
  DataTableProps<Trade>,
  "list" | "name" | "noun" | "columns" | "narrowColumns"
> {
  currency: string;
  onView: ViewTrade;
}

export function TradeGrid({ currency, onView, ...table }: TradeGridProps) {
  const columns = useMemo(
    () => ({ wide: wideColumns(currency, onView), narrow: [summaryColumn(currency, onView)] }),
    [currency, onView],
  );
  return (
    <DataTable<Trade>
      {...table}
      list="trades"
      name="Trades"
      noun="trades"
      columns={columns.wide}
      narrowColumns={columns.narrow}
    />
  );
}

function wideColumns(currency: string, onView: ViewTrade): TableColumn<Trade>[] {
  return [
    contentColumn({ field: "id", headerName: "Position", width: 130, sortable: false }, (trade) => (
      <PositionButton trade={trade} onView={onView} />
    )),
    contentColumn({ field: "symbol", headerName: "Symbol", flex: 1, minWidth: 150 }, (trade) => (
      <CellLines>
        <CellText look="strong">{trade.symbol}</CellText>
        <CellLine>
          {sideLabels[trade.side]}
          {trade.hasConflict ? <ConflictTag /> : null}
        </CellLine>
      </CellLines>
    )),
    amountColumn({ field: "volume", headerName: "Volume", width: 120 }, ({ volume }) => [volume]),
    contentColumn({ field: "openTime", headerName: "Opened", flex: 1, minWidth: 180 }, (trade) => (
      <CellLines>
        <CellText>{formatMoment(trade.openTime)}</CellText>
        <CellText look="soft">{`at ${trade.openPrice}`}</CellText>
      </CellLines>
    )),
    contentColumn({ field: "closeTime", headerName: "Closed", flex: 1, minWidth: 180 }, (trade) =>
      trade.closeTime === null ? (
        <CellText look="soft">Still open</CellText>
      ) : (
        <CellLines>
          <CellText>{formatMoment(trade.closeTime)}</CellText>
          <CellText look="soft">{`at ${trade.closePrice}`}</CellText>
        </CellLines>
      ),
    ),
    amountColumn(
      { field: "net", headerName: "Net", width: 132 },
      ({ closeTime, net }) => (closeTime === null ? ["Open"] : [formatResult(net, currency)]),
      (trade) => <TradeNet trade={trade} currency={currency} />,
    ),
  ];
}

/** The only column on small screens. */
function summaryColumn(currency: string, onView: ViewTrade): TableColumn<Trade> {
  return contentColumn({ field: "openTime", headerName: "Trade", flex: 1 }, (trade) => (
    <RowSummary
      details={
        <CellLine>
          <span>{formatMoment(trade.openTime)}</span>
          <PositionButton trade={trade} onView={onView} />
        </CellLine>
      }
    >
      <Box
        component="span"
        sx={{
          display: "flex",
          alignItems: "baseline",
          justifyContent: "space-between",
          gap: 2,
          pr: 1.25,
        }}
      >
        <CellText look="strong">{trade.symbol}</CellText>
        <TradeNet trade={trade} currency={currency} />
      </Box>
      <CellLine>
        <span>{`${sideLabels[trade.side]} ${trade.volume}`}</span>
        {trade.hasConflict ? <ConflictTag /> : null}
      </CellLine>
    </RowSummary>
  ));
}

/** A button that opens the details of a trade. */
function PositionButton({ trade, onView }: { trade: Trade; onView: ViewTrade }) {
  return (
    <TextButton
      aria-label={`View position #${trade.position}`}
      onClick={() => onView("trade", trade.id)}
    >
      {`#${trade.position}`}
    </TextButton>
  );
}

function ConflictTag() {
  return (
    <Chip
      component="span"
      label="Conflict"
      sx={{ background: "var(--orange-wash)", color: "warning.main" }}
    />
  );
}

/** The net of a trade. That of an open one is not known yet: what was booked so far is not its result. */
export function TradeNet({ trade, currency }: { trade: Trade; currency: string }) {
  if (trade.closeTime === null) return <CellText look="soft">Open</CellText>;
  return <ResultText amount={trade.net} currency={currency} />;
}
