import { defineEntity, p } from "@mikro-orm/core";
import type { AccountStatus } from "../../traders/accounts/account.rule.ts";
import type { Outcome } from "../../rulebook/engine/outcome.rule.ts";
import type { Grade, Verdict } from "../../rulebook/engine/verdict.schema.ts";
import type { WatchedLimit } from "../../rulebook/kinds/parts/floor.rule.ts";
import type { Cause } from "./verdicts.schema.ts";
import { reviewDecisions, reviewKinds } from "./review-subject.rule.ts";

/** A stage whose stored rows differ from those that its records lead to. */
export interface Deviation {
  accountId: number;
  stageId: number;
  /** The tables that differ. */
  tables: string[];
}

/** One row for each change of a verdict; never changed. */
export const StoredVerdict = defineEntity({
  name: "StoredVerdict",
  tableName: "verdicts",
  properties: {
    accountId: p.integer().primary(),
    id: p.integer().primary().autoincrement().generated("identity"),
    stageId: p.integer(),
    at: p.datetime(3),
    outcome: p.text().$type<Outcome>(),
    grade: p.text().$type<Grade>(),
    /** Version of the rules, outcome and statuses: a verdict is kept if its key differs from the last one. */
    key: p.text(),
    verdict: p.json<Verdict>(),
    cause: p.json<Cause>(),
  },
  indexes: [{ name: "verdicts_stage_index", properties: ["accountId", "stageId", "id"] }],
});

/** The current verdict on each stage with rules. */
export const CurrentVerdict = defineEntity({
  name: "CurrentVerdict",
  tableName: "current_verdicts",
  properties: {
    accountId: p.integer().primary(),
    stageId: p.integer().primary(),
    isOpen: p.boolean(),
    asOf: p.datetime(3),
    outcome: p.text().$type<Outcome>(),
    grade: p.text().$type<Grade>(),
    key: p.text(),
    /** The smallest room of the daily losses that are not breached. */
    dailyRoom: p.decimal().precision(30).scale(2).nullable(),
    dailyRoomResetsAt: p.datetime(3).nullable(),
    /** The limit of which the largest share is used, what may be lost, and what is left of it. */
    closestLimit: p.text().$type<WatchedLimit>().nullable(),
    closestAmount: p.decimal().precision(30).scale(2).nullable(),
    closestRoom: p.decimal().precision(30).scale(2).nullable(),
    /** The share of that limit that is used, in percent, from 0 to 100. */
    closestUsed: p.decimal().precision(9).scale(6).nullable(),
    /** When time alone may change the verdict; `null` if it cannot before the end of the stage or of its evaluation. */
    nextCheckAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: "current_verdicts_due_index",
      properties: ["nextCheckAt"],
      where: "next_check_at is not null",
    },
    {
      name: "current_verdicts_outcome_index",
      properties: ["outcome", "accountId"],
      where: "is_open and outcome <> 'in_progress'",
    },
    {
      name: "current_verdicts_risk_index",
      properties: ["dailyRoom", "accountId"],
      where: "is_open and outcome = 'in_progress' and daily_room is not null",
    },
    {
      name: "current_verdicts_closest_index",
      expression: `create index "current_verdicts_closest_index" on "current_verdicts" ("closest_used" desc, "account_id") where is_open and outcome = 'in_progress' and closest_used is not null`,
    },
  ],
});

/** A breach or a pass that a person confirms or dismisses. */
export const Review = defineEntity({
  name: "Review",
  tableName: "reviews",
  properties: {
    accountId: p.integer().primary(),
    id: p.integer().primary().autoincrement().generated("identity"),
    stageId: p.integer(),
    kind: p.enum(reviewKinds),
    verdict: p.json<Verdict>(),
    /** What identifies the breach or the pass: at the opening, and once it was decided, at the decision. */
    subjects: p.array(),
    /** The status of the account before the review. */
    formerStatus: p.text().$type<AccountStatus>(),
    createdAt: p.datetime(3),
    decision: p.enum(reviewDecisions).nullable(),
    reason: p.text().nullable(),
    decidedAt: p.datetime(3).nullable(),
    decidedBy: p.text().nullable(),
  },
  uniques: [
    { name: "reviews_id_index", properties: ["id"] },
    {
      name: "reviews_open_unique",
      properties: ["accountId", "stageId", "kind"],
      where: "decision is null",
    },
  ],
  indexes: [
    { name: "reviews_open_index", properties: ["id"], where: "decision is null" },
    {
      name: "reviews_decided_index",
      properties: ["decidedAt"],
      where: "decided_at is not null",
    },
    {
      // All times have the same form, so they sort as texts.
      name: "reviews_breach_index",
      expression: `create index "reviews_breach_index" on "reviews" ((verdict ->> 'endedAt')) where kind = 'breach'`,
    },
  ],
});
