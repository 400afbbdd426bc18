/** The query of a table. An export uses all of it except the page. */
export interface ExportQuery {
  [name: string]: string | number | undefined;
}

export type ExportedTable = "users" | "payouts" | "statements" | "actions";

/** Returns the URL of a file with all matching rows. */
export function exportUrl(
  table: ExportedTable,
  format: "csv" | "xlsx",
  { page: _page, pageSize: _pageSize, ...query }: ExportQuery,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") parameters.set(name, String(value));
  }
  return `/api/admin/${table}/export.${format}?${parameters.toString()}`;
}
