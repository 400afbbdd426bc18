import { type StatementRow, StatementTooLargeError } from "./statement.ts";

/** Ten times the number of rows in the largest accepted statement. */
const MAX_ROWS = 1_000_000;
/** As many cells as that number of rows has in the widest report, with some reserve. */
const MAX_CELLS = 20_000_000;

/** Collects the rows of a file. They are limited, because a small file can describe an enormous table. */
export class LimitedRows {
  readonly rows: StatementRow[] = [];
  #cells = 0;

  /** @throws StatementTooLargeError if there are too many rows or cells */
  add(row: StatementRow): void {
    this.rows.push(row);
    this.#cells += row.cells.length;
    if (this.rows.length > MAX_ROWS)
      throw new StatementTooLargeError("The statement has more than a million rows.");
    if (this.#cells > MAX_CELLS)
      throw new StatementTooLargeError("The statement has more than 20 million cells.");
  }
}
