import {
  DataGrid,
  GridColumnHeaderSortIcon,
  type GridColDef,
  type GridColumnHeaderSortIconProps,
  type GridRowSelectionModel,
  type GridSortModel,
} from "@mui/x-data-grid";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { ReactNode } from "react";
import type { TableSearch, TableState } from "../state/table-search.ts";
import { cspNonce } from "../../app/document/page-meta.ts";
import styles from "./data-table.module.css";
import { openRow } from "./open-row.ts";
import { TableFooter } from "./table-footer.tsx";
import { useGridKeyboard } from "./use-grid-keyboard.ts";

declare module "@mui/x-data-grid" {
  interface NoRowsOverlayPropsOverrides {
    empty: ReactNode;
  }
}

export interface TableRow {
  id: number;
}

export interface DataTableProps<Row extends TableRow> {
  /** What the table lists, for screen readers. */
  name: string;
  /** The plural, as in "Showing 1 to 25 of 130 users". */
  noun: string;
  columns: GridColDef<Row>[];
  /** For screens that are too narrow for `columns`: fewer columns that show everything. */
  narrowColumns: GridColDef<Row>[];
  rows: readonly Row[];
  total: number;
  /** There are more rows than `total`; the exact number is unknown. */
  exceedsTotal: boolean;
  /** Another page is loading; the current one stays until it arrives. */
  isLoading: boolean;
  state: TableState;
  onChange: (change: TableSearch) => void;
  /** Lines of text in a row on wide screens. */
  lines?: 1 | 2;
  rowClassName?: (row: Row) => string;
  /** Shown if there are no rows. */
  empty: ReactNode;
  /** Allows rows to be selected; they stay selected when the page changes. */
  selection?: RowSelection<Row> | undefined;
}

interface RowSelection<Row> {
  rows: ReadonlyMap<number, Row>;
  onSelect: (rows: ReadonlyMap<number, Row>) => void;
}

/** Row heights in pixels, by the number of lines. */
const rowHeights = { 1: 44, 2: 44 };

/** An estimate in pixels until the rows are measured; a good one avoids a layout shift. */
const NARROW_ROW_HEIGHT = 96;

/** The grid's value for an unknown row count, with which it accepts every page. */
const UNKNOWN = -1;

const progressBar = { variant: "linear-progress", noRowsVariant: "linear-progress" } as const;

/**
 * Wide rows get an explicit height, too: otherwise the grid keeps the height that it measured for
 * the same row on a narrow screen.
 */
const heightOf = { 1: () => rowHeights[1], 2: () => rowHeights[2], content: () => "auto" as const };

function NoRows({ empty }: { empty?: ReactNode }) {
  return empty;
}

/** Hidden from screen readers, which announce `aria-sort`; it would be a part of the column's name. */
function SortIcon(props: GridColumnHeaderSortIconProps) {
  return (
    <span aria-hidden>
      <GridColumnHeaderSortIcon {...props} />
    </span>
  );
}

/** A table that is paged, sorted and searched by the server. */
export function DataTable<Row extends TableRow>(props: DataTableProps<Row>) {
  const {
    name,
    noun,
    rows,
    total,
    exceedsTotal,
    isLoading,
    state,
    onChange,
    lines = 1,
    empty,
    selection,
  } = props;
  const isNarrow = useMediaQuery("(width < 1024px)", { noSsr: true });
  const keyboard = useGridKeyboard();

  function sort([item]: GridSortModel) {
    if (item) onChange({ sort: item.field, order: item.sort ?? undefined });
  }

  function select(model: GridRowSelectionModel) {
    const known = new Map([
      ...(selection?.rows ?? []),
      ...rows.map((row) => [row.id, row] as const),
    ]);
    selection?.onSelect(new Map([...known].filter(([id]) => model.ids.has(id))));
  }

  return (
    <div className={styles.table}>
      <DataGrid<Row>
        aria-label={name}
        className={isNarrow ? `${styles.grid} ${styles.narrow}` : styles.grid}
        nonce={cspNonce}
        rows={rows}
        columns={isNarrow ? props.narrowColumns : props.columns}
        {...keyboard.grid}
        onRowClick={openRow}
        rowCount={exceedsTotal ? UNKNOWN : total}
        loading={isLoading}
        paginationMode="server"
        sortingMode="server"
        filterMode="server"
        pagination
        paginationModel={{ page: state.page - 1, pageSize: state.pageSize }}
        pageSizeOptions={[state.pageSize]}
        sortModel={[{ field: state.sort, sort: state.order }]}
        onSortModelChange={sort}
        sortingOrder={["asc", "desc"]}
        rowHeight={rowHeights[lines]}
        getRowHeight={heightOf[isNarrow ? "content" : lines]}
        getEstimatedRowHeight={isNarrow ? () => NARROW_ROW_HEIGHT : undefined}
        columnHeaderHeight={40}
        columnBufferPx={2_000}
        getRowClassName={({ row }) => props.rowClassName?.(row) ?? ""}
        slots={{ noRowsOverlay: NoRows, columnHeaderSortIcon: SortIcon }}
        slotProps={{
          root: keyboard.root,
          noRowsOverlay: { empty },
          loadingOverlay: progressBar,
        }}
        hideFooter
        disableColumnFilter
        disableColumnMenu
        disableColumnResize
        disableColumnSelector
        disableRowSelectionOnClick
        disableMultipleRowSelection={!selection}
        {...(selection && {
          checkboxSelection: true,
          disableRowSelectionExcludeModel: true,
          keepNonExistentRowsSelected: true,
          rowSelectionModel: { type: "include" as const, ids: new Set(selection.rows.keys()) },
          onRowSelectionModelChange: select,
        })}
      />
      {/* Always there, so that screen readers announce its content. */}
      <div aria-live="polite">
        {keyboard.needsHint && rows.length > 0 ? (
          <p className={styles.hint}>Arrow keys move between cells. Tab leaves the table.</p>
        ) : null}
      </div>
      <TableFooter
        noun={noun}
        shown={rows.length}
        total={total}
        exceedsTotal={exceedsTotal}
        state={state}
        onChange={onChange}
      />
    </div>
  );
}
