import { type RawBuilder, sql } from "kysely";

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

export function anyOf(conditions: Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` or `)})`;
}
