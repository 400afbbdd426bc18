import { type RawBuilder, sql } from "kysely";
import type { ColumnName } from "../database/columns.ts";

export type Condition = RawBuilder<boolean>;

/** Returns a `like` pattern for texts that contain `search`; escapes its `%` and `_`. */
export function containing(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Returns a `where` clause, which is empty without conditions. */
export function whereAll(conditions: (Condition | undefined)[]): RawBuilder<unknown> {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length > 0 ? sql`where ${sql.join(given, sql` and `)}` : sql``;
}

/** Matches times at or after `time`. Converts it to UTC, because PostgreSQL rejects offsets of 16 hours or more. */
export function since(column: ColumnName, time: string): Condition {
  return sql`${sql.raw(column)} >= ${new Date(time).toISOString()}::timestamptz`;
}

/** Matches times before `time`. */
export function before(column: ColumnName, time: string): Condition {
  return sql`${sql.raw(column)} < ${new Date(time).toISOString()}::timestamptz`;
}

/** @param values must not be empty */
export function isOneOf(column: ColumnName, values: readonly string[]): Condition {
  return sql`${sql.raw(column)} in (${sql.join(values)})`;
}

export function anyOf(conditions: Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` or `)})`;
}
