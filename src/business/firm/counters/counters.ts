import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";

type Counter = Selectable<Tables["counters"]>;

/**
 * Returns SQL that counts the rows with the given statuses, or all rows. It sums a few counters, so its cost does not
 * depend on the number of rows.
 */
export function countRows(
  kind: Counter["kind"],
  statuses: readonly Counter["status"][] = [],
): RawBuilder<number> {
  const ofStatuses = statuses.length > 0 ? sql`and status in (${sql.join(statuses)})` : sql``;
  return sql`(select coalesce(sum(count), 0)::int from counters where kind = ${kind} ${ofStatuses})`;
}
