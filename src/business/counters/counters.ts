import type { Kysely } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import type { Generated } from "kysely";

type Counter = Tables["counters"];

/** How many rows there are, of some statuses or of all: a sum over a few rows, however many. */
export function countOf(
  kysely: Kysely<Tables>,
  kind: Counter["kind"],
  ...statuses: Counter["status"][]
) {
  return kysely
    .selectFrom("counters")
    .select((of) => of.fn.coalesce(of.fn.sum("count"), of.lit(0)).as("count"))
    .where("kind", "=", kind)
    .$if(statuses.length > 0, (query) => query.where("status", "in", statuses));
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    /** Kept by triggers; several rows a status, to be summed. */
    counters: {
      id: Generated<number>;
      kind: "account" | "payout";
      status: string;
      count: string;
      amount: string;
    };
  }
}
