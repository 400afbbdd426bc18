/** Reads the cells of a column; `null` leaves a cell empty. */
export type CellReader<Row> =
  | { kind: "text"; read: (row: Row) => string | null }
  /** Numbers, or decimals as strings, which no float rounds. */
  | { kind: "number"; read: (row: Row) => number | string | null }
  /** Decimals with two digits. */
  | { kind: "amount"; read: (row: Row) => string | null }
  | { kind: "time"; read: (row: Row) => Date | null };

/** A column of an exported file. */
export type ExportColumn<Row> = { header: string } & CellReader<Row>;

/** Rows as a list is read. */
export type Batches<Row> = AsyncIterable<readonly Row[]>;
