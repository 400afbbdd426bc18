import { DataGrid, type GridColDef, type GridSortModel } from "@mui/x-data-grid";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { ReactNode } from "react";
import type { TableSearch, TableState } from "../../state/table-search.ts";
import { cspNonce } from "../../document/page-meta.ts";
import styles from "./data-table.module.css";
import { TableFooter } from "./table-footer.tsx";

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
  /** As in "Showing 1 to 25 of 130 users". */
  noun: string;
  columns: GridColDef<Row>[];
  /** For screens that are too narrow for the columns: few columns that hold everything. */
  narrowColumns: GridColDef<Row>[];
  rows: readonly Row[];
  total: number;
  /** There are more rows than `total`, and nobody counted how many. */
  exceedsTotal: boolean;
  /** Another page is on its way; the present one stays until it is there. */
  isLoading: boolean;
  state: TableState;
  onChange: (change: TableSearch) => void;
  /** How many lines of text a row holds, where the screen is wide. */
  lines?: 1 | 2;
  rowClassName?: (row: Row) => string;
  /** Shown in place of rows. */
  empty: ReactNode;
}

/** By the lines of text that a row holds. */
const rowHeights = { 1: 48, 2: 56 };

/** Until the rows are measured: a good estimate keeps what follows the table in its place. */
const NARROW_ROW_HEIGHT = 96;

/** The grid's word for a count that is not known: it lets every page stand. */
const UNKNOWN = -1;

const progressBar = { variant: "linear-progress", noRowsVariant: "linear-progress" } as const;

/**
 * Wide rows are given their height one by one, too: the grid forgets that a row was as high as its
 * content only when it is told another height.
 */
const heightOf = { 1: () => rowHeights[1], 2: () => rowHeights[2], content: () => "auto" as const };

function NoRows({ empty }: { empty?: ReactNode }) {
  return empty;
}

/** A table whose pages, order and search are the server's work. */
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
  } = props;
  const isNarrow = useMediaQuery("(width < 1024px)", { noSsr: true });

  function sort([wanted]: GridSortModel) {
    if (wanted) onChange({ sort: wanted.field, order: wanted.sort ?? undefined });
  }

  return (
    <div className={styles.table}>
      <DataGrid<Row>
        aria-label={name}
        className={isNarrow ? `${styles.grid} ${styles.narrow}` : styles.grid}
        nonce={cspNonce}
        rows={rows}
        columns={isNarrow ? props.narrowColumns : props.columns}
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
        slots={{ noRowsOverlay: NoRows }}
        slotProps={{ noRowsOverlay: { empty }, loadingOverlay: progressBar }}
        hideFooter
        disableColumnFilter
        disableColumnMenu
        disableColumnResize
        disableColumnSelector
        disableRowSelectionOnClick
        disableMultipleRowSelection
      />
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
