import type { RawBuilder } from "kysely";

/**
 * A figure as facts: rows that happened at an instant, from which the counts, sums and durations of its answer are
 * computed, and which are the rows behind each of its cells.
 *
 * The statement of the facts has the columns `at`, `kind`, `id`, `user_id`, `stage_id`, `amount`, `currency` and `seconds`,
 * those of the keys, and those that the conditions of the cells name.
 */
export interface FigureFacts {
  facts: RawBuilder<unknown>;
  /** The columns that, with the bucket, identify a row of the answer, in the order in which the rows ascend. */
  keys: readonly string[];
  /** The counts and sums of a row by name: which of the facts they contain. */
  cells: Readonly<Record<string, RawBuilder<boolean>>>;
  /** The names of the cells that are sums of amounts. */
  sums?: readonly string[];
  /** The durations of a row: the smallest that at least this share of the facts does not exceed. */
  durations?: Readonly<Record<string, { of: RawBuilder<boolean>; share: number }>>;
  /** Columns of which a row has the largest value; 0 without facts. */
  maxima?: readonly string[];
}

/** The figures of one row of an answer. */
export interface FigureRow {
  bucket: string;
  keys: (string | number | null)[];
  counts: Record<string, number>;
  /** Of the cells that are sums, with two decimals. */
  amounts: Record<string, string>;
  seconds: Record<string, number | null>;
  maxima: Record<string, number>;
}
