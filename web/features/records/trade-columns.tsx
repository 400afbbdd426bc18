import type { GridColDef } from "@mui/x-data-grid";
import type { Trade } from "../../../src/business/trading/records/record.schema.ts";
import { formatResult } from "../../../src/platform/money/money.ts";
import { TextButton } from "../../components/button/text-button.tsx";
import { CellLine, CellLines, CellText, RowSummary } from "../../table/grid/cells.tsx";
import { amountColumn, contentColumn } from "../../table/grid/columns.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { toneOf } from "./tones.ts";
import { sideLabels } from "./trade-labels.ts";
import styles from "./trades.module.css";

export type ViewTrade = (trade: Trade) => void;

export function wideColumns(currency: string, onView: ViewTrade): GridColDef<Trade>[] {
  return [
    contentColumn({ field: "id", headerName: "Position", width: 130, sortable: false }, (trade) => (
      <PositionButton trade={trade} onView={onView} />
    )),
    contentColumn({ field: "symbol", headerName: "Symbol", flex: 1, minWidth: 150 }, (trade) => (
      <CellLines>
        <CellText look="strong">{trade.symbol}</CellText>
        <Side trade={trade} />
      </CellLines>
    )),
    amountColumn({ field: "volume", headerName: "Volume", width: 120 }, ({ volume }) => volume),
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
    amountColumn({ field: "net", headerName: "Net", width: 160 }, (trade) => (
      <TradeNet trade={trade} currency={currency} />
    )),
  ];
}

/** The only column on small screens. */
export function summaryColumn(currency: string, onView: ViewTrade): GridColDef<Trade> {
  return contentColumn({ field: "openTime", headerName: "Trade", flex: 1 }, (trade) => (
    <RowSummary
      details={
        <CellLine>
          <span>{formatMoment(trade.openTime)}</span>
          <PositionButton trade={trade} onView={onView} />
        </CellLine>
      }
    >
      <span className={styles.summary}>
        <CellText look="strong">{trade.symbol}</CellText>
        <TradeNet trade={trade} currency={currency} />
      </span>
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
    <TextButton aria-label={`View position #${trade.position}`} onClick={() => onView(trade)}>
      {`#${trade.position}`}
    </TextButton>
  );
}

function Side({ trade }: { trade: Trade }) {
  return (
    <span className={styles.side}>
      {sideLabels[trade.side]}
      {trade.hasConflict ? <ConflictTag /> : null}
    </span>
  );
}

function ConflictTag() {
  return <span className={styles.conflict}>Conflict</span>;
}

/** The net of a trade. That of an open one is not known yet: what was booked so far is not its result. */
export function TradeNet({ trade, currency }: { trade: Trade; currency: string }) {
  if (trade.closeTime === null) return <CellText look="soft">Open</CellText>;
  return (
    <span className={styles.net} data-tone={toneOf(trade.net)}>
      {formatResult(trade.net, currency)}
    </span>
  );
}
