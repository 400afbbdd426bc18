/** The state of a table as stored in the URL; default values are omitted. */
export interface TableSearch<Sort extends string = string, Status extends string = string> {
  search?: string;
  status?: Status;
  page?: number;
  pageSize?: number;
  sort?: Sort;
  order?: "asc" | "desc";
}

/** The page that a grid shows. */
export interface GridState<Sort extends string = string> {
  page: number;
  pageSize: number;
  sort: Sort;
  order: "asc" | "desc";
}

/** The state of a table with its default values. */
export interface TableState<
  Sort extends string = string,
  Status extends string = string,
> extends GridState<Sort> {
  search: string;
  status: Status | undefined;
}

export const pageSizes = [25, 50, 100] as const;

type Raw = Record<string, unknown>;

/** Reads the parameters that a table supports and drops the rest. */
export function readTableSearch<Sort extends string, Status extends string>(
  raw: Raw,
  sorts: readonly Sort[],
  statuses: readonly Status[],
): TableSearch<Sort, Status> {
  return {
    search: readText(raw.search),
    status: oneOf(statuses, raw.status),
    page: readPage(raw.page),
    pageSize: oneOf(pageSizes, Number(raw.pageSize)),
    sort: oneOf(sorts, raw.sort),
    order: oneOf(["asc", "desc"] as const, raw.order),
  };
}

export function tableState<Sort extends string, Status extends string>(
  search: TableSearch<Sort, Status>,
  usualSort: Sort,
): TableState<Sort, Status> {
  return {
    search: search.search ?? "",
    status: search.status,
    page: search.page ?? 1,
    pageSize: search.pageSize ?? pageSizes[0],
    sort: search.sort ?? usualSort,
    order: search.order ?? "desc",
  };
}

/** Applies a change, which returns to the first page unless it selects a page, or only the columns to show. */
export function changeTable(search: TableSearch, change: TableSearch): TableSearch {
  const keepsRows = Object.keys(change).every((name) => name === "columns");
  const page = "page" in change || keepsRows ? { ...search, ...change }.page : undefined;
  return { ...search, ...change, page: page === 1 ? undefined : page };
}

/** Removes characters that the server rejects: NUL and lone surrogates. */
export function readText(value: unknown): string | undefined {
  // The router parses numbers and booleans.
  const isText = ["number", "string", "boolean"].includes(typeof value);
  const given = isText ? String(value) : "";
  const text = given.replaceAll("\0", "").toWellFormed();
  return text === "" ? undefined : text;
}

function readPage(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 && page <= 100_000 ? page : undefined;
}

function oneOf<Value>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((known) => known === value);
}
