import type { GridColDef } from "@mui/x-data-grid";
import type { ReactNode } from "react";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { CellContent } from "./cell-content.tsx";
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

export function textColumn<Row extends TableRow>(
  options: ColumnOptions,
  read: (row: Row) => string,
  look?: "soft",
): GridColDef<Row> {
  return { ...options, renderCell: ({ row }) => <CellText look={look}>{read(row)}</CellText> };
}

export function amountColumn<Row extends TableRow>(
  options: ColumnOptions,
  render: (row: Row) => ReactNode,
): GridColDef<Row> {
  return { ...contentColumn(options, render), align: "right", headerAlign: "right" };
}

export function statusColumn<Row extends TableRow>(
  options: Omit<ColumnOptions, "field">,
  read: (row: Row) => string,
): GridColDef<Row> {
  return contentColumn({ ...options, field: "status" }, (row) => (
    <StatusBadge status={read(row)} />
  ));
}

export function actionsColumn<Row extends TableRow>(
  width: number,
  render: (row: Row) => ReactNode,
): GridColDef<Row> {
  const options = { field: "actions", headerName: "Actions", width, sortable: false };
  return { ...contentColumn(options, render), align: "right", headerAlign: "right" };
}
