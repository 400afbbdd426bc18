import { defineEntity, p } from "@mikro-orm/core";
import { Trader } from "../../../identity/users/trader.entity.ts";
import type { LinkEvidence, LinkRow } from "../evidence/evidence.schema.ts";
import { linkKinds } from "../evidence/link-kind.rule.ts";
import type { PlainDeal } from "../evidence/window-deals.rule.ts";
import { factKinds, type SharedFact } from "../facts/fact.rule.ts";
import { linkDecisions, linkStatuses } from "./link-case.rule.ts";
import type { ClearedLeavers, Snapshot } from "./reconcile.rule.ts";

export const LinkCaseSchema = defineEntity({
  name: "LinkCase",
  tableName: "link_cases",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    status: p.enum(linkStatuses),
    openedAt: p.datetime(3),
    /** `Rules`, or the label of an administrator. */
    openedBy: p.text(),
    /** Of the person who opened it. */
    reason: p.text().nullable(),
    /** Whether a person opened it since it was last decided, so that it stays open without evidence. */
    isHeldOpen: p.boolean(),
    reopenedAt: p.datetime(3).nullable(),
    decidedAt: p.datetime(3).nullable(),
    /** Of the last confirmation. */
    withhold: p.boolean(),
    mergedInto: p.integer().nullable(),
    /** When an appeal cleared traders who have left the case since, by their ids. */
    clearedLeavers: p.json<ClearedLeavers>().defaultRaw("'{}'"),
  },
  indexes: [{ name: "link_cases_status_index", properties: ["status", "id"] }],
  checks: [
    {
      name: "link_cases_merged_check",
      expression: "(status = 'merged') = (merged_into is not null)",
    },
  ],
});

/** Traders who are linked by what was seen of them, with what a person decided. */
export class LinkCase extends LinkCaseSchema.class {}

LinkCaseSchema.setClass(LinkCase);

/** A trader of a case; a trader is in at most one. */
export const LinkMember = defineEntity({
  name: "LinkMember",
  tableName: "link_members",
  properties: {
    trader: () =>
      p
        .manyToOne(Trader)
        .fieldName("user_id")
        .primary()
        .deleteRule("cascade")
        .updateRule("no action"),
    case: () =>
      p.manyToOne(LinkCase).fieldName("case_id").deleteRule("cascade").updateRule("no action"),
    /** Whether a person named the trader, who then stays without evidence. */
    isNamed: p.boolean(),
    /** When an appeal cleared the trader. */
    clearedAt: p.datetime(3).nullable(),
  },
  indexes: [{ name: "link_members_case_index", properties: ["case"] }],
});

/** The evidence about two traders of a case by a detector. Its figures stay when a trader is deleted. */
export const LinkCaseEvidence = defineEntity({
  name: "LinkCaseEvidence",
  tableName: "link_evidence",
  properties: {
    case: () =>
      p
        .manyToOne(LinkCase)
        .fieldName("case_id")
        .primary()
        .deleteRule("cascade")
        .updateRule("no action"),
    kind: p.enum(linkKinds).primary(),
    /** The lower and the higher id of the two users. */
    low: p.integer().primary(),
    high: p.integer().primary(),
    evidence: p.json<LinkEvidence>(),
    rows: p.json<LinkRow[]>(),
    /** Whether it reached the settings; a case that a person opened also has evidence that does not. */
    isRaised: p.boolean(),
    /** Whether it is new since the last decision, and so keeps the case open. */
    isOpening: p.boolean(),
  },
});

/** A value that traders of a case share. */
export const LinkCaseFact = defineEntity({
  name: "LinkCaseFact",
  tableName: "link_facts",
  properties: {
    case: () =>
      p
        .manyToOne(LinkCase)
        .fieldName("case_id")
        .primary()
        .deleteRule("cascade")
        .updateRule("no action"),
    kind: p.enum(factKinds).primary(),
    /** A hash of the value with a key of the firm. */
    valueHash: p.text().primary(),
    fact: p.json<SharedFact>(),
    /** Whether it opens a case, or only joins one. */
    isConnecting: p.boolean(),
    isOpening: p.boolean(),
  },
});

/** What a person, or `Rules`, decided about a case. Never changed. */
export const LinkCaseDecisionSchema = defineEntity({
  name: "LinkCaseDecision",
  tableName: "link_decisions",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    case: () =>
      p.manyToOne(LinkCase).fieldName("case_id").deleteRule("cascade").updateRule("no action"),
    decision: p.enum(linkDecisions),
    reason: p.text(),
    at: p.datetime(3),
    by: p.text(),
    /** `null` for `Rules`. */
    administratorId: p.integer().nullable(),
    evidenceSha256: p.text(),
    /** What was decided on, which a case shows again if what reopened it has gone; `null` for `Rules`. */
    snapshot: p.json<Snapshot>().nullable(),
  },
  indexes: [
    { name: "link_decisions_case_index", properties: ["case", "id"] },
    {
      name: "link_decisions_confirmed_index",
      expression: `create index "link_decisions_confirmed_index" on "link_decisions" using gin ((snapshot -> 'userIds')) with (fastupdate = off) where decision = 'confirm'`,
    },
  ],
});

export class LinkCaseDecision extends LinkCaseDecisionSchema.class {}

LinkCaseDecisionSchema.setClass(LinkCaseDecision);

/** The deals of a trader that the evidence of a confirmation was computed from, by stage. */
export const LinkDeals = defineEntity({
  name: "LinkDeals",
  tableName: "link_deals",
  properties: {
    trader: () =>
      p
        .manyToOne(Trader)
        .fieldName("user_id")
        .primary()
        .deleteRule("cascade")
        .updateRule("no action"),
    decision: () =>
      p
        .manyToOne(LinkCaseDecision)
        .fieldName("decision_id")
        .primary()
        .deleteRule("cascade")
        .updateRule("no action"),
    stages: p.json<PlainDeal[][]>(),
  },
  indexes: [{ name: "link_deals_decision_index", properties: ["decision"] }],
});
