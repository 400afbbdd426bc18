import { defineEntity, p } from "@mikro-orm/core";

/** A comparison of all accounts, every night and when a person asks for it. */
export const LinkRun = defineEntity({
  name: "LinkRun",
  tableName: "link_runs",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    from: p.datetime(3).fieldName("from_time"),
    to: p.datetime(3).fieldName("to_time"),
    accounts: p.integer().nullable(),
    entries: p.integer().nullable(),
    comparisons: p.bigint("string").nullable(),
    /** The cases that it opened, also again. */
    opened: p.integer().nullable(),
    startedAt: p.datetime(3),
    finishedAt: p.datetime(3).nullable(),
  },
});
