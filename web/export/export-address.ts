/** What a table is asked for, of which an export takes everything but the page. */
export interface ExportQuery {
  [name: string]: string | number | undefined;
}

export type ExportedTable = "users" | "payouts" | "statements";

/** The address of a file with all rows that match. */
export function exportAddress(
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
