import { defineEntity, p } from "@mikro-orm/core";

/** Maintained by triggers. A status may have several rows, which must be summed by currency. */
export const Counter = defineEntity({
  name: "Counter",
  tableName: "counters",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    kind: p.text().$type<"account" | "payout" | "ledger">(),
    status: p.text(),
    /** Of `amount`. */
    currency: p.text().default("USD"),
    count: p.bigint("string"),
    amount: p.decimal().precision(20).scale(2),
  },
  indexes: [{ name: "counters_kind_status_index", properties: ["kind", "status"] }],
});

/**
 * Counters per week; `week` is its Monday in the firm's zone. Maintained by triggers. A week may have several rows, which must
 * be summed by currency.
 */
export const WeeklyCount = defineEntity({
  name: "WeeklyCount",
  tableName: "weekly_counts",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    kind: p.text().$type<"registered" | "requested" | "approved" | "failed">(),
    week: p.date(),
    /** Of `amount`. */
    currency: p.text().default("USD"),
    count: p.bigint("string"),
    amount: p.decimal().precision(20).scale(2),
  },
  indexes: [{ name: "weekly_counts_kind_week_index", properties: ["kind", "week"] }],
});
