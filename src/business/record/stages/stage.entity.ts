import { defineEntity, p } from "@mikro-orm/core";
import type { Waiver } from "../../rulebook/engine/verdict.schema.ts";

/** One run of an account. */
export const Stage = defineEntity({
  name: "Stage",
  tableName: "stages",
  properties: {
    accountId: p.integer().primary(),
    id: p.integer().primary().autoincrement().generated("identity").index("stages_id_index"),
    phase: p.text(),
    currency: p.text(),
    initialBalance: p.decimal().precision(30).scale(2),
    rulesVersionId: p.integer().nullable(),
    /** The version of the programme and its step, from 1; `null` for a stage without a programme. */
    programmeVersionId: p.integer().nullable(),
    programmeStep: p.integer().nullable(),
    startedAt: p.datetime(3),
    endedAt: p.datetime(3).nullable(),
    outcome: p.enum(["passed", "failed", "abandoned"]).nullable(),
    /** Those that the account had when the stage ended; `null` while it is open, because they are the account's then. */
    login: p.text().nullable(),
    server: p.text().nullable(),
    createdAt: p.datetime(3),
    /** The login of the stage before, and its balance, with which this one continues as long as it keeps that login. */
    carriedLogin: p.text().nullable(),
    carriedBalance: p.decimal().precision(30).scale(2).nullable(),
    /** The breaches that people have set aside, oldest first. */
    waivers: p.json<Waiver[]>().defaultRaw("'[]'"),
  },
  uniques: [{ name: "stages_open_unique", properties: ["accountId"], where: "ended_at is null" }],
  indexes: [
    { name: "stages_started_at_index", properties: ["startedAt"] },
    {
      name: "stages_ended_at_index",
      properties: ["endedAt"],
      where: "ended_at is not null",
    },
    { name: "stages_login_index", properties: ["login"], where: "login is not null" },
    {
      name: "stages_rules_version_index",
      properties: ["rulesVersionId"],
      where: "rules_version_id is not null",
    },
  ],
  checks: [
    { name: "stages_check", expression: "ended_at >= started_at" },
    { name: "stages_initial_balance_check", expression: "initial_balance <> 'NaN'" },
    {
      name: "stages_programme_check",
      expression: "(programme_version_id is null) = (programme_step is null)",
    },
  ],
});

/** A change of a stage to another version of the rules, with its reason. */
export const RuleChange = defineEntity({
  name: "RuleChange",
  tableName: "rule_changes",
  properties: {
    accountId: p.integer().primary(),
    id: p.integer().primary().autoincrement().generated("identity"),
    stageId: p.integer(),
    fromVersionId: p.integer().nullable(),
    toVersionId: p.integer(),
    reason: p.text(),
    at: p.datetime(3),
    by: p.text(),
  },
});
