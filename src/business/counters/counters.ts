import { type Generated, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";

type Counter = Tables["counters"];

/** The number of rows, of some statuses or of all: a sum over a few counters, however many rows exist. */
export function countRows(
  kind: Counter["kind"],
  statuses: readonly Counter["status"][] = [],
): RawBuilder<number> {
  const ofStatuses = statuses.length > 0 ? sql`and status in (${sql.join(statuses)})` : sql``;
  return sql`(select coalesce(sum(count), 0)::int from counters where kind = ${kind} ${ofStatuses})`;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    /** Maintained by triggers; a status may have several rows, which are summed. */
    counters: {
      id: Generated<number>;
      kind: "account" | "payout" | "ledger";
      status: string;
      count: string;
      amount: string;
    };
    /** By the Monday of a week, in UTC; maintained by triggers, with several rows to be summed, too. */
    weekly_counts: {
      id: Generated<number>;
      kind: "registered" | "requested" | "approved" | "failed";
      week: string;
      count: string;
      amount: string;
    };
  }
}
