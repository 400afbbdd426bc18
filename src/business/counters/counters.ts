import { type Generated, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";

type Counter = Tables["counters"];

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

declare module "../../platform/database/tables.ts" {
  interface Tables {
    /** Maintained by triggers. A status may have several rows, which must be summed by currency. */
    counters: {
      id: Generated<number>;
      kind: "account" | "payout" | "ledger";
      status: string;
      /** Of `amount`. */
      currency: Generated<string>;
      count: string;
      amount: string;
    };
    /**
     * Counters per week; `week` is its Monday in UTC. Maintained by triggers. A week may have several rows, which must
     * be summed by currency.
     */
    weekly_counts: {
      id: Generated<number>;
      kind: "registered" | "requested" | "approved" | "failed";
      week: string;
      /** Of `amount`. */
      currency: Generated<string>;
      count: string;
      amount: string;
    };
  }
}
