import { defineEntity, p } from "@mikro-orm/core";
import type { Rules } from "./rules.schema.ts";

/** The rules of a phase in all their versions. */
export const RuleSet = defineEntity({
  name: "RuleSet",
  tableName: "rule_sets",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    name: p.text(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
  },
});

/** Rows are never updated or deleted; a trigger prevents it. */
export const RuleVersion = defineEntity({
  name: "RuleVersion",
  tableName: "rule_versions",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    ruleSet: () =>
      p
        .manyToOne(RuleSet)
        .fieldName("rule_set_id")
        .foreignKeyName("rule_versions_rule_set_id_fkey")
        .deleteRule("no action")
        .updateRule("no action"),
    /** Starts at 1 in each rule set. */
    version: p.integer(),
    rules: p.json<Rules>(),
    note: p.text().nullable(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
  },
  uniques: [{ name: "rule_versions_rule_set_id_version_key", properties: ["ruleSet", "version"] }],
});
