import type { GridApi, GridColDef } from "@mui/x-data-grid";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { type ColumnWidths, keepWidths, useKeptWidths, widthLimits } from "../state/preferences.ts";
import { amountColumnWidth } from "./amount-width.ts";
import type { TableColumn } from "./columns.tsx";
import type { TableRow } from "./data-table.tsx";

/** Widens the columns of amounts so that those of the rows are not cut, also if less was kept. */
export function widenAmounts<Row extends TableRow>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
): GridColDef<Row>[] {
  return columns.map(({ amounts, ...column }) => {
    if (!amounts) return column;
    const needed = amountColumnWidth(rows.flatMap((row) => [...amounts(row)]));
    const { width, minWidth = 0 } = column;
    return {
      ...column,
      minWidth: Math.max(minWidth, needed),
      ...(width !== undefined && { width: Math.max(width, needed) }),
    };
  });
}

/**
 * Gives columns the widths that were kept. The last one cannot be resized, because it ends with the table: if no other
 * column shares the remaining width, it receives all of it.
 * @param isHideable whether the menus of the headings hide columns
 */
export function fitColumns<Row extends TableRow>(
  columns: readonly TableColumn<Row>[],
  widths: ColumnWidths,
  isHideable: boolean,
): TableColumn<Row>[] {
  const fitted = columns.map((column, index): TableColumn<Row> => {
    const width = widths[column.field];
    if (index === columns.length - 1) {
      const isMenuEmpty = column.sortable === false && !isHideable;
      const disableColumnMenu = column.disableColumnMenu ?? isMenuEmpty;
      return { ...column, disableColumnMenu, resizable: false };
    }
    return width === undefined ? column : { ...column, width, minWidth: widthLimits.min, flex: 0 };
  });
  const isFilled = fitted.some(({ flex }) => flex !== undefined && flex > 0);
  return fitted.map((column, index): TableColumn<Row> => {
    if (!isFilled && index === fitted.length - 1)
      return { ...column, flex: 1, minWidth: column.width };
    // The grid remembers the share that a column had before unless it is given another one.
    return { ...column, flex: column.flex ?? 0 };
  });
}

/** Applies and keeps the widths of a table's columns. */
export function useColumnWidths<Row extends TableRow>(
  list: string,
  { columns, rows }: { columns: readonly TableColumn<Row>[]; rows: readonly Row[] },
  isHideable: boolean,
  apiRef: RefObject<GridApi | null>,
) {
  const widths = useKeptWidths(list);
  const fitted = useMemo(
    () => widenAmounts(fitColumns(columns, widths, isHideable), rows),
    [columns, rows, widths, isHideable],
  );
  const held = useRef<ColumnWidths>({});

  useEffect(() => {
    const api = apiRef.current;
    if (!api) return undefined;
    let release = () => {};
    const stops = [
      api.subscribeEvent("columnResizeStart", ({ field }) => {
        held.current = widthsBefore(api, field);
        release = allowNarrow(api, field);
      }),
      api.subscribeEvent("columnResizeStop", () => release()),
    ];
    return () => stops.forEach((stop) => stop());
  }, [apiRef]);

  return {
    columns: fitted,
    /** Called by the grid when a column was dragged or fitted to its content. */
    onWidthChange: ({ colDef, width }: { colDef: GridColDef; width: number }) => {
      // A long click on the edge of a column that shares the remaining width reports one that it does not have.
      if (colDef.flex) return;
      keepWidths(list, { ...widths, ...held.current, [colDef.field]: width });
    },
    /** Makes a column as wide as its widest content on this page. */
    fit: async (field: string) => {
      const api = apiRef.current;
      if (!api) return;
      held.current = widthsBefore(api, field);
      const release = allowNarrow(api, field);
      await api.autosizeColumns({ ...autosize, columns: [field] });
      release();
    },
    /** Returns a column to the width of its declaration; `undefined` if it has that width. */
    resetOf: (field: string) => {
      const { [field]: width, ...others } = widths;
      return width === undefined ? undefined : () => keepWidths(list, others);
    },
  };
}

/** Includes the longest content, which the grid would leave out as an exception. */
export const autosize = { includeOutliers: true, includeHeaders: true };

/**
 * Returns the widths of the columns before this one that share the remaining width. They keep them, because the edge
 * that is dragged would otherwise move away from the pointer when the columns share what remains anew.
 */
function widthsBefore(api: GridApi, field: string): ColumnWidths {
  const before = api.getVisibleColumns().slice(0, api.getColumnIndex(field));
  return Object.fromEntries(
    before
      .filter(({ flex }) => flex !== undefined && flex > 0)
      .map((column) => [column.field, column.computedWidth]),
  );
}

/**
 * Lets a column become narrower than its declaration allows, which only limits how the columns share the width of the
 * table. Returns a function that ends this.
 */
function allowNarrow(api: GridApi, field: string): () => void {
  const column: GridColDef | undefined = api.getColumn(field);
  // An amount is never cut.
  if (column?.align === "right") return () => {};
  const minWidth = column?.minWidth;
  if (column) column.minWidth = widthLimits.min;
  return () => {
    if (column && minWidth !== undefined) column.minWidth = minWidth;
  };
}
