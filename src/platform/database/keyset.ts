import { type RawBuilder, sql } from "kysely";
import { type ListOrder, type Place, SORTED_CHARACTERS } from "./pages.ts";

/** What rows are sorted by, as SQL. */
export interface SortKey {
  by: RawBuilder<unknown>;
  /** `by` with its direction. */
  inOrder: RawBuilder<unknown>;
}

/**
 * @param isFreeText it may be of any length, of which the beginning counts, and it may be unset,
 * which stands last. The others go without "nulls last": no index is in that order.
 */
export function sortKey(
  column: string,
  order: ListOrder<string>["order"],
  isFreeText: boolean,
): SortKey {
  const direction = sql.raw(order);
  if (!isFreeText) return { by: sql.ref(column), inOrder: sql`${sql.ref(column)} ${direction}` };
  const by = sql`left(${sql.ref(column)}, ${sql.lit(SORTED_CHARACTERS)})`;
  return { by, inOrder: sql`${by} ${direction} nulls last` };
}

/** What comes after a place in a list that is sorted by a key, and by newer ids in ties. */
export function comesAfter(
  { by }: SortKey,
  { sort, order }: ListOrder<string>,
  idColumn: string,
  { id, value }: Place,
): RawBuilder<boolean> {
  const beyond = sql.raw(order === "asc" ? ">" : "<");
  if (sort === "id") return sql`${sql.ref(idColumn)} ${beyond} ${id}`;
  const older = sql`${sql.ref(idColumn)} < ${id}`;
  if (value === null) return sql`(${by} is null and ${older})`;
  return sql`(${by} ${beyond} ${value} or (${by} = ${value} and ${older}) or ${by} is null)`;
}
