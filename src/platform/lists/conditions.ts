import { type RawBuilder, sql } from "kysely";
import type { ColumnName } from "../database/columns.ts";

export type Condition = RawBuilder<boolean>;

/** A pattern for `like` that matches texts containing `search`, whose `%` and `_` are literal. */
export function containing(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}

/** A `where` clause; nothing if there are no conditions. */
export function whereAll(conditions: (Condition | undefined)[]): RawBuilder<unknown> {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length > 0 ? sql`where ${sql.join(given, sql` and `)}` : sql``;
}

/** Rows of a time or later. PostgreSQL accepts no offset of 16 hours or more. */
export function since(column: ColumnName, time: string): Condition {
  return sql`${sql.raw(column)} >= ${new Date(time).toISOString()}::timestamptz`;
}

/** Rows of before a time. */
export function before(column: ColumnName, time: string): Condition {
  return sql`${sql.raw(column)} < ${new Date(time).toISOString()}::timestamptz`;
}

/** @param values not empty */
export function isOneOf(column: ColumnName, values: readonly string[]): Condition {
  return sql`${sql.raw(column)} in (${sql.join(values)})`;
}

export function anyOf(conditions: Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` or `)})`;
}
