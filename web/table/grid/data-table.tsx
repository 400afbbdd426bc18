import {
  DataGrid,
  GridColumnHeaderSortIcon,
  type GridApi,
  type GridColDef,
  type GridColumnHeaderSortIconProps,
  type GridLocaleText,
  type GridRowSelectionModel,
  type GridSortModel,
} from "@mui/x-data-grid";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import { cspNonce } from "../../app/document/page-meta.ts";
import { Icon } from "../../components/icon/icon.tsx";
import type { Selection } from "../bulk/selection.ts";
import { chooseColumns, type ColumnChoice } from "../columns/column-search.ts";
import { type Density, useDensity } from "../state/preferences.ts";
import type { GridState, TableSearch } from "../state/table-search.ts";
import { ColumnMenu } from "./column-menu.tsx";
import type { TableColumn } from "./columns.tsx";
import { autosize, fitColumns, useColumnWidths } from "./column-widths.ts";
import styles from "./data-table.module.css";
import { openRow, useReturnToRow } from "./open-row.ts";
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
  /** The name under which the browser keeps the widths of the columns. */
  list: string;
  /** What the table lists, for screen readers. */
  name: string;
  /** The plural, as in "Showing 1 to 25 of 130 users". */
  noun: string;
  columns: TableColumn<Row>[];
  /** For screens that are too narrow for `columns`: fewer columns that show everything. */
  narrowColumns: GridColDef<Row>[];
  rows: readonly Row[];
  total: number;
  /** There are more rows than `total`; the exact number is unknown. */
  exceedsTotal: boolean;
  /** Another page is loading; the current one stays until it arrives. */
  isLoading: boolean;
  state: GridState;
  onChange: (change: TableSearch) => void;
  /** Allows columns to be hidden by the menus of their headers, if their fields are the names to choose. */
  choice?: ColumnChoice | undefined;
  rowClassName?: (row: Row) => string;
  /** Shown if there are no rows. */
  empty: ReactNode;
  /** Allows rows to be selected; they stay selected when the page changes. */
  selection?: Selection<Row> | undefined;
}

/**
 * Row heights in pixels; each has room for two lines. The grid's own densities multiply the height of a row by 0.7 or
 * 1.3, which would cut the second line.
 */
const rowHeights: Record<Density, number> = { compact: 38, standard: 44, comfortable: 56 };

/** Estimates in pixels until the rows are measured; good ones avoid a layout shift. */
const narrowRowHeights: Record<Density, number> = { compact: 84, standard: 96, comfortable: 108 };

/** The grid's value for an unknown row count, with which it accepts every page. */
const UNKNOWN = -1;

const progressBar = { variant: "linear-progress", noRowsVariant: "linear-progress" } as const;

const texts: Partial<GridLocaleText> = {
  columnMenuLabel: "Menu",
  columnMenuAriaLabel: () => "Menu",
};

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

function MenuIcon() {
  return <Icon name="more" size={16} />;
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
    empty,
    selection,
    choice,
  } = props;
  const isNarrow = useMediaQuery("(width < 1024px)", { noSsr: true });
  // The edge of a column is too narrow for a finger.
  const isTouch = useMediaQuery("(pointer: coarse)", { noSsr: true });
  const density = useDensity();
  // Wide rows get an explicit height, too: otherwise the grid keeps the height that it measured for the same row on a
  // narrow screen.
  const heightOf = useCallback(
    () => (isNarrow ? "auto" : rowHeights[density]),
    [isNarrow, density],
  );
  const keyboard = useGridKeyboard();
  const { apiRef } = keyboard.grid;
  const wide = useColumnWidths(props.list, props, choice !== undefined, apiRef);
  const narrow = useMemo(() => fitColumns(props.narrowColumns, {}, false), [props.narrowColumns]);
  const columns = isNarrow ? narrow : wide.columns;
  const hideOf = useHideColumn(choice, columns, apiRef);
  const rememberRow = useReturnToRow(apiRef);

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
    <Box data-density={density} sx={{ display: "flex", flexDirection: "column", minWidth: 0 }}>
      <DataGrid<Row>
        aria-label={name}
        className={isNarrow ? `${styles.grid} ${styles.narrow}` : styles.grid}
        nonce={cspNonce}
        rows={rows}
        columns={columns}
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
        rowHeight={rowHeights[density]}
        getRowHeight={heightOf}
        getEstimatedRowHeight={isNarrow ? () => narrowRowHeights[density] : undefined}
        columnHeaderHeight={40}
        columnBufferPx={2_000}
        getRowClassName={({ row }) => props.rowClassName?.(row) ?? ""}
        slots={{
          noRowsOverlay: NoRows,
          columnHeaderSortIcon: SortIcon,
          columnMenu: ColumnMenu,
          columnMenuIcon: MenuIcon,
        }}
        localeText={texts}
        autosizeOptions={autosize}
        onColumnWidthChange={wide.onWidthChange}
        slotProps={{
          root: { ...keyboard.root, onClickCapture: rememberRow },
          noRowsOverlay: { empty },
          loadingOverlay: progressBar,
          basePopper: { material: { sx: menuLook } },
          columnMenu: {
            onFit: (field) => void wide.fit(field),
            resetOf: wide.resetOf,
            hideOf,
            isLast: choice?.shown.length === 1,
          },
        }}
        hideFooter
        disableColumnFilter
        disableColumnMenu={isNarrow}
        disableColumnResize={isNarrow || isTouch}
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
          <Paper component="p" sx={hintLook}>
            {`Arrow keys move between cells. ${isNarrow ? "" : MENU_HINT}Tab leaves the table.`}
          </Paper>
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
    </Box>
  );
}

/**
 * Returns what hides a column. The focus moves to the heading that takes its place, because the one with the menu
 * disappears.
 */
function useHideColumn<Row extends TableRow>(
  choice: ColumnChoice | undefined,
  columns: readonly GridColDef<Row>[],
  apiRef: RefObject<GridApi | null>,
) {
  const hiding = useRef<{ field: string; next: string | undefined }>(undefined);
  useEffect(() => {
    const { field, next } = hiding.current ?? {};
    if (next === undefined || columns.some((column) => column.field === field)) return;
    hiding.current = undefined;
    apiRef.current?.setColumnHeaderFocus(next);
  }, [apiRef, columns]);

  return (field: string) => {
    if (!choice?.shown.includes(field)) return undefined;
    return () => {
      const at = columns.findIndex((column) => column.field === field);
      hiding.current = { field, next: (columns[at + 1] ?? columns[at - 1])?.field };
      const others = choice.shown.filter((name) => name !== field);
      choice.onChange(chooseColumns(others, choice.defaults));
    };
  };
}

/** The menu of a column looks like all others. */
const menuLook = {
  "& .MuiPaper-root": { border: "1px solid var(--line-strong)", boxShadow: "var(--shadow-raised)" },
  "& .MuiList-root": { minWidth: "10rem" },
};

const MENU_HINT = "Ctrl+Enter on a heading opens its menu. ";

/** Fixed, because the table may be higher than the screen, and so that nothing moves. */
const hintLook = {
  position: "fixed",
  inset: "auto 1rem 1rem",
  zIndex: 1,
  width: "fit-content",
  mx: "auto",
  px: 1.75,
  py: 1,
  border: "1px solid var(--line-strong)",
  typography: "body2",
  color: "text.secondary",
  pointerEvents: "none",
};
