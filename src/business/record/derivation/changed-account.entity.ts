import { defineEntity, p } from "@mikro-orm/core";

/** An account whose trades changed, or whose trader did something, since it was last compared with the others. */
export const ChangedAccount = defineEntity({
  name: "ChangedAccount",
  tableName: "changed_accounts",
  properties: {
    accountId: p.integer().primary().autoincrement(false),
    /** Whether its trades changed, so that they are compared. */
    isTraded: p.boolean(),
    /** The time according to the clock of the database. */
    changedAt: p.datetime(6).defaultRaw("clock_timestamp()"),
  },
});
