import Box from "@mui/material/Box";
import type { Stage } from "../../../src/business/record/stages/stage.schema.ts";
import { dialogAbout, useOpenDialog } from "../../app/dialogs.tsx";
import { AnchorButton } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Select } from "../../components/field/select.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { PagedTable } from "../../table/grid/paged-table.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import {
  type RecordOwner,
  type RecordSearch,
  tradesCsvUrl,
  type TradeTableState,
} from "./record-search.ts";
import { useTradesPage } from "./use-records.ts";

/** `?dialog=trade&trade=7` */
export const tradeDialogs = {
  trade: dialogAbout("trade", () => import("./trade-dialog.tsx").then((m) => m.TradeDialog)),
};

const TradeGrid = lazyComponent(() => import("./trade-grid.tsx").then((m) => m.TradeGrid));

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
  const open = useOpenDialog(tradeDialogs);
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
          <Box component="span" sx={{ ml: "auto" }}>
            <AnchorButton
              size="small"
              href={tradesCsvUrl(source, { stage: stage.id, symbol: state.symbol })}
              download
            >
              <Icon name="download" size={16} />
              Export CSV
            </AnchorButton>
          </Box>
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
            onView={open}
            empty={<EmptyState icon="document" title="No trades found" />}
          />
        )}
      </PagedTable>
    </TableSurface>
  );
}
