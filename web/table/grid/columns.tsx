import type { GridColDef, GridRenderCellParams } from "@mui/x-data-grid";
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useState } from "react";
import { CellFocusContext } from "../../components/focus/cell-focus.ts";
import { CellText } from "./cells.tsx";
import type { TableRow } from "./data-table.tsx";

/** `field` is also the name that the server sorts by. */
interface ColumnOptions extends Pick<
  GridColDef,
  "field" | "headerName" | "width" | "flex" | "minWidth" | "sortable"
> {}

export function contentColumn<Row extends TableRow>(
  options: ColumnOptions,
  render: (row: Row) => ReactNode,
): GridColDef<Row> {
  return {
    ...options,
    renderCell: (cell) => <CellContent cell={cell}>{render(cell.row)}</CellContent>,
  };
}

/** A column of the grid. One with amounts is as wide as the widest of them, so that none is cut. */
export type TableColumn<Row extends TableRow> = GridColDef<Row> & {
  /** The amounts of a row as they are shown, each on a line of its own. */
  amounts?: (row: Row) => readonly string[];
};

/**
 * A column of figures.
 * @param amounts what it shows of a row, for its width; the width of `options` is the least
 * @param render shows more than the amount
 */
export function amountColumn<Row extends TableRow>(
  options: ColumnOptions,
  amounts: (row: Row) => readonly string[],
  render: (row: Row) => ReactNode = (row) => <AmountLines lines={amounts(row)} />,
): TableColumn<Row> {
  return { ...contentColumn(options, render), amounts, align: "right", headerAlign: "right" };
}

function AmountLines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <CellText key={line} look="amount">
      {line}
    </CellText>
  ));
}

export function actionsColumn<Row extends TableRow>(
  width: number,
  render: (row: Row) => ReactNode,
): GridColDef<Row> {
  const options = { field: "actions", headerName: "Actions", width, sortable: false };
  const column = contentColumn(options, render);
  return { ...column, align: "right", headerAlign: "right", disableColumnMenu: true };
}

interface CellContentProps {
  cell: Pick<GridRenderCellParams, "id" | "field" | "tabIndex" | "api">;
  children: ReactNode;
}

/**
 * The content of a grid cell. Tab stops at only one cell of a grid, from which the arrow keys lead to the others. If the
 * content has controls, they replace the cell as the stop; the grid then also focuses the first of them instead of it.
 */
function CellContent({ cell: { id, field, tabIndex, api }, children }: CellContentProps) {
  const [controls, setControls] = useState(0);
  const hasControls = controls > 0;

  const addControl = useCallback(() => {
    setControls((count) => count + 1);
    return () => setControls((count) => count - 1);
  }, []);

  useLayoutEffect(() => {
    const element = api.getCellElement(id, field);
    if (element) element.tabIndex = hasControls ? -1 : tabIndex;
  }, [api, id, field, tabIndex, hasControls]);

  const focus = useMemo(() => ({ tabIndex, addControl }), [tabIndex, addControl]);
  return <CellFocusContext value={focus}>{children}</CellFocusContext>;
}
