import type { GridColDef } from "@mui/x-data-grid";
import type { ReactNode } from "react";
import type {
  AnyTable,
  TextColumn,
} from "../../../src/business/office/tables/define-table.rule.ts";
import { formatMoment } from "../../domain/format/dates.ts";
import { shorten } from "../../domain/format/texts.tsx";
import { CellText } from "../grid/cells.tsx";
import { actionsColumn, amountColumn, contentColumn, type TableColumn } from "../grid/columns.tsx";
import type { ColumnOf, RowOf } from "./table-address.ts";

/** The width of a column in pixels, or its share of what the others leave. */
type Width = Pick<GridColDef, "width" | "flex" | "minWidth">;

/** A column whose cells are more than text. */
export interface Cell<Row> extends Width {
  /** Of a column of amounts: those of a row as they are shown, each on a line of its own. None of them is cut. */
  amounts?: (row: Row) => readonly string[];
  cell: (row: Row) => ReactNode;
}

/** By column: those that the table does not read itself have cells; the others may have a width of their own. */
export type TableCells<Table extends AnyTable, Row = RowOf<Table>> = {
  [Name in ColumnOf<Table> as Table["columns"][Name] extends string ? Name : never]: Cell<Row>;
} & {
  [Name in ColumnOf<Table> as Table["columns"][Name] extends string ? never : Name]?:
    Cell<Row> | Width;
};

/** The only column on narrow screens, which shows everything. */
export interface SummaryCell<Row> {
  /** The column that a click on its heading sorts by. */
  field: string;
  label: string;
  cell: (row: Row) => ReactNode;
}

/** The menu at the end of each row. */
export interface RowMenu<Row> {
  width: number;
  cell: (row: Row) => ReactNode;
}

const usualWidths = {
  text: { flex: 1, minWidth: 140 },
  number: { width: 96 },
  amount: { width: 132 },
  time: { width: 170 },
};

/** Returns the columns of the grid: those of the table in their order, and then the menu. */
export function gridColumns<Row extends { id: number }>(
  { columns, sorts }: Pick<AnyTable<Row>, "columns" | "sorts">,
  cells: Readonly<Record<string, Cell<Row> | Width | undefined>>,
  shown: readonly string[],
  menu: RowMenu<Row> | undefined,
): TableColumn<Row>[] {
  const chosen = shown.flatMap((field) => {
    const column = columns[field];
    if (column === undefined) return [];
    const headerName = typeof column === "string" ? column : column.label;
    const options = { field, headerName, sortable: sorts.includes(field) };
    return gridColumn(options, typeof column === "string" ? undefined : column, cells[field]);
  });
  return [...chosen, ...menuColumn(menu)];
}

function gridColumn<Row extends { id: number }>(
  options: { field: string; headerName: string; sortable: boolean },
  column: TextColumn<Row> | undefined,
  given: Cell<Row> | Width = {},
): TableColumn<Row> {
  if ("cell" in given) {
    const { cell, amounts, ...width } = given;
    if (amounts) return amountColumn({ ...options, ...width }, amounts, cell);
    return contentColumn({ ...options, ...width }, cell);
  }
  if (column?.kind === "amount") {
    const width = { ...options, ...usualWidths.amount, ...given };
    return amountColumn(width, (row) => [textOf(column, row)]);
  }
  const text = (row: Row) => <CellText>{column ? textOf(column, row) : ""}</CellText>;
  return contentColumn({ ...options, ...usualWidths[column?.kind ?? "text"], ...given }, text);
}

function textOf<Row>(column: TextColumn<Row>, row: Row): string {
  if (column.kind === "time") {
    const time = column.read(row);
    return time === null ? "—" : formatMoment(time);
  }
  return shorten(String(column.read(row) ?? "—"));
}

/** Returns the columns for narrow screens. */
export function narrowColumns<Row extends { id: number }>(
  { field, label, cell }: SummaryCell<Row>,
  menu: RowMenu<Row> | undefined,
): GridColDef<Row>[] {
  return [contentColumn({ field, headerName: label, flex: 1 }, cell), ...menuColumn(menu)];
}

function menuColumn<Row extends { id: number }>(menu: RowMenu<Row> | undefined): GridColDef<Row>[] {
  return menu ? [actionsColumn(menu.width, menu.cell)] : [];
}
