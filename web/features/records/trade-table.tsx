import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import type { Trade } from "../../../src/business/trading/records/record.schema.ts";
import { AnchorButton } from "../../components/button/button.tsx";
import { PagedTable } from "../../table/grid/paged-table.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Select } from "../../components/field/select.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { tradesCsvUrl, type RecordOwner } from "./record-owner.ts";
import type { RecordSearch } from "./record-search.ts";
import type { TradeTableState } from "./trade-table-state.ts";
import styles from "./trades.module.css";
import { useTradesPage } from "./use-records.ts";

const TradeGrid = lazyComponent(() => import("./trade-grid.tsx").then((m) => m.TradeGrid));
const TradeDialog = lazyComponent(() => import("./trade-dialog.tsx").then((m) => m.TradeDialog));

interface TradeTableProps {
  source: RecordOwner;
  stage: Stage;
  /** The symbols to filter by. */
  symbols: readonly string[];
  state: TradeTableState;
  onChange: (change: RecordSearch) => void;
}

/** Lists the trades of a stage, paged, sorted and filtered by the server. */
export function TradeTable({ source, stage, symbols, state, onChange }: TradeTableProps) {
  const query = useTradesPage(source, stage.id, state);
  const dialog = useDialog<Trade>();
  // The grid expects the state of any table; trades have no search and no status.
  const gridState = { ...state, search: "", status: undefined };
  return (
    <TableSurface
      title="Trades"
      tools={
        <>
          <Select
            layout="inline"
            label="Symbol"
            placeholder="All symbols"
            options={Object.fromEntries(symbols.map((symbol) => [symbol, symbol]))}
            value={state.symbol ?? ""}
            onChange={({ target }) => onChange({ symbol: target.value || undefined })}
          />
          <span className={styles.export}>
            <AnchorButton
              size="small"
              href={tradesCsvUrl(source, { stage: stage.id, symbol: state.symbol })}
              download
            >
              <Icon name="download" size={16} />
              Export CSV
            </AnchorButton>
          </span>
        </>
      }
    >
      <PagedTable noun="trades" query={query} state={gridState} onChange={onChange}>
        {(page) => (
          <TradeGrid
            {...page}
            state={gridState}
            onChange={onChange}
            currency={stage.currency}
            onView={dialog.open}
            empty={<EmptyState icon="document" title="No trades found" />}
          />
        )}
      </PagedTable>
      <Opened dialog={dialog}>
        {(frame, trade) => <TradeDialog {...frame} trade={trade} currency={stage.currency} />}
      </Opened>
    </TableSurface>
  );
}
