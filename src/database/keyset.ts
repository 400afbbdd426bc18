import { type RawBuilder, sql } from "kysely";
import type { ListOrder, Place } from "../lib/pages.ts";

/**
 * What comes after a place in a list that is sorted by a column: what is not set stands last, ties
 * are newest first.
 */
export function comesAfter(
  { sort: column, order }: ListOrder<string>,
  idColumn: string,
  { id, value }: Place,
): RawBuilder<boolean> {
  const beyond = sql.raw(order === "asc" ? ">" : "<");
  if (column === idColumn) return sql`${sql.ref(idColumn)} ${beyond} ${id}`;
  const older = sql`${sql.ref(idColumn)} < ${id}`;
  const by = sql.ref(column);
  if (value === null) return sql`(${by} is null and ${older})`;
  return sql`(${by} ${beyond} ${value} or (${by} = ${value} and ${older}) or ${by} is null)`;
}
