/** An object of the Broker API, whose numbers are text. */
export type Row = Readonly<Record<string, unknown>>;

/** A row of records, with the login that it or what holds it names; empty if there is none. */
export interface FoundRow {
  login: string;
  row: Row;
}

export const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const textOf = (row: unknown, name: string): string => {
  const value = isRow(row) ? row[name] : undefined;
  return typeof value === "string" ? value.trim() : "";
};

/** What lists rows. */
const lists = ["positions", "closedPositions", "operations", "orders", "activeOrders", "items"];

/** Finds the rows with an id, which some answers list by account and others together. */
export function rowsOf(json: unknown, login = ""): FoundRow[] {
  if (Array.isArray(json)) return json.flatMap((each) => rowsOf(each, login));
  if (!isRow(json)) return [];
  const named = textOf(json, "login") || login;
  // An account may have an id, too.
  const isList = lists.some((name) => Array.isArray(json[name]));
  if (!isList && textOf(json, "id") !== "") return [{ login: named, row: json }];
  return Object.values(json).flatMap((value) => rowsOf(value, named));
}

/** Returns a time in milliseconds since 1970 UTC, as the server's clock is; `NaN` if there is none. */
export function timeOf(row: Row, name: string): number {
  const text = textOf(row, name);
  return Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`);
}
