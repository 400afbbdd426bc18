import {
  type AnyTable,
  exportedColumns,
  type TextColumn,
} from "../../../src/business/office/tables/define-table.rule.ts";
import type { Choice, IdOfCall } from "../../../src/business/office/tables/filters.rule.ts";
import { keysOf } from "../../../src/platform/fields/keys-of.rule.ts";
import { type ColumnSearch, readColumns } from "../columns/column-search.ts";
import { filterQuery, readFilters } from "../filters/filter-values.ts";
import { readTableSearch, type TableSearch, tableState } from "../state/table-search.ts";
import { readView, type ViewSearch } from "../views/view-search.ts";

type SortOf<Table extends AnyTable> = Table["sorts"][number];

/** The names of the columns that a table can show. */
export type ColumnOf<Table extends AnyTable> = keyof Table["columns"] & string;

/** The rows of a table. */
export type RowOf<Table extends AnyTable> = Table extends {
  exported?: Readonly<Record<string, TextColumn<infer Row>>>;
}
  ? Row
  : never;

/** The values of the filters that the screen shows; several are separated by commas. */
type FilterValues<Filters> = {
  [
    Name in keyof Filters as Filters[Name] extends IdOfCall ? never : Name
  ]?: Filters[Name] extends Choice<infer Value> ? Value | undefined : string | undefined;
};

/** The state of a table as stored in the URL; default values are omitted. */
export type TableAddress<Table extends AnyTable> = Omit<TableSearch<SortOf<Table>>, "status"> &
  ColumnSearch &
  ViewSearch &
  FilterValues<Table["filters"]>;

/** The input of the call that reads a page of a table. */
export type TableQuery<Table extends AnyTable> = {
  search: string;
  page: number;
  pageSize: number;
  sort: SortOf<Table>;
  order: "asc" | "desc";
} & FilterValues<Table["filters"]>;

/** A change of a table's address. */
export interface TableChange extends TableSearch, ColumnSearch {
  [filter: string]: unknown;
}

export type Raw = Readonly<Record<string, unknown>>;

/** Reads the parameters that a table supports and drops the rest. */
export function readAddress<Table extends AnyTable>(table: Table, raw: Raw): TableAddress<Table> {
  const { status: _status, ...search } = readTableSearch(raw, table.sorts, []);
  const address = {
    ...search,
    ...readFilters(table.filters, raw),
    columns: readColumns(keysOf(table.columns), raw.columns),
    ...(table.allRows !== undefined && { view: readView(raw.view) }),
  };
  // The names and values are those that the table declares.
  return address as TableAddress<Table>;
}

/** The state of a table with its default values. */
export interface ScreenState {
  search: string;
  page: number;
  pageSize: number;
  sort: string;
  order: "asc" | "desc";
  filters: Readonly<Record<string, string | undefined>>;
  /** The chosen columns, in display order; the usual ones if absent. */
  columns: readonly string[] | undefined;
}

export function readState(table: AnyTable, raw: Raw): ScreenState {
  const address = readTableSearch(raw, table.sorts, []);
  const filters = readFilters(table.filters, raw);
  const given = { sort: address.sort, filters };
  const usual = table.orderOf?.(given) ?? { sort: address.sort ?? "id", order: "desc" };
  const { status: _status, ...state } = tableState(address, usual.sort);
  return {
    ...state,
    order: address.order ?? usual.order,
    filters,
    columns: readColumns(keysOf(table.columns), raw.columns)?.split(","),
  };
}

export function usualColumns(table: AnyTable): readonly string[] {
  return table.usualColumns ?? keysOf(table.columns);
}

/** Returns the input of the call that reads the page. */
export function queryOf<Table extends AnyTable>(
  table: Table,
  { filters, columns: _columns, ...state }: ScreenState,
): TableQuery<Table> {
  // The names and values are those that the table declares.
  return { ...state, ...filterQuery(table.filters, filters) } as TableQuery<Table>;
}

/** Returns the parameters of an export of the rows that match. It has all of its columns unless some are chosen. */
export function exportQueryOf(table: AnyTable, state: ScreenState) {
  const query = queryOf(table, state);
  if (table.exported) return query;
  const known = exportedColumns(table);
  const columns = state.columns?.filter((name) => name in known);
  return { ...query, columns: columns?.length ? columns.join(",") : undefined };
}

/** Identifies the rows that a query of a table finds, in whatever order and on whatever page. */
export function matchOf({ limitingSorts = {} }: AnyTable, query: TableQuery<AnyTable>): string {
  const { page: _page, pageSize: _pageSize, order: _order, sort, ...found } = query;
  return JSON.stringify([found, sort in limitingSorts ? sort : null]);
}

/** Whether rows may be missing because of the search or a filter. */
export function isFiltered({ search, filters }: ScreenState): boolean {
  return search !== "" || Object.values(filters).some((value) => value !== undefined);
}
