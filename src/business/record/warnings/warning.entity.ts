import { defineEntity, p } from "@mikro-orm/core";
import { watchedLimits } from "../../rulebook/kinds/parts/floor.rule.ts";

const money = () => p.decimal().precision(30).scale(2);

/** A warning that a part of a loss limit is used. Sent once; never changed. */
export const AccountWarning = defineEntity({
  name: "AccountWarning",
  tableName: "account_warnings",
  properties: {
    accountId: p.integer().primary(),
    id: p.integer().primary().autoincrement().generated("identity"),
    stageId: p.integer(),
    kind: p.enum(watchedLimits),
    /** The position of the limit in its list. */
    index: p.integer(),
    percent: p.integer(),
    /** The trading day; `null` for a limit of the whole stage. */
    day: p.text().nullable(),
    at: p.datetime(3),
    value: money(),
    floor: money(),
    room: money(),
    createdAt: p.datetime(3),
  },
  indexes: [
    {
      name: "account_warnings_unique",
      expression: `create unique index "account_warnings_unique" on "account_warnings" ("account_id", "stage_id", "kind", "index", coalesce("day", ''), "percent")`,
    },
  ],
});

/** The table has at most one row. */
export const WarningSettings = defineEntity({
  name: "WarningSettings",
  tableName: "warning_settings",
  properties: {
    id: p.integer().$type<1>().primary().autoincrement(false),
    percents: p.json<number[]>(),
    updatedAt: p.datetime(3),
    updatedBy: p.text(),
  },
  checks: [{ name: "warning_settings_id_check", expression: "id = 1" }],
});
