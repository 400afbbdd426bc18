/** Reads the value of a cell; `null` leaves the cell empty. */
export type CellReader<Row> =
  /** @property isExact leaves text that a spreadsheet would run as a formula as it is, for files that programs read */
  | { kind: "text"; read: (row: Row) => string | null; isExact?: true }
  /** Numbers, or decimals as strings to avoid rounding. */
  | { kind: "number"; read: (row: Row) => number | string | null }
  /** Decimals with two digits. */
  | { kind: "amount"; read: (row: Row) => string | null }
  | { kind: "time"; read: (row: Row) => Date | null };
