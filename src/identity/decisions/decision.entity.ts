import { defineEntity, p } from "@mikro-orm/core";
import { Trader } from "../users/trader.entity.ts";
import {
  type DecidedFlag,
  decisionActors,
  decisionSteps,
  decisionSubjects,
} from "./decision.rule.ts";

export const DecisionSchema = defineEntity({
  name: "Decision",
  tableName: "decisions",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    trader: () =>
      p.manyToOne(Trader).fieldName("user_id").deleteRule("cascade").updateRule("no action"),
    subjectKind: p.enum(decisionSubjects),
    subjectId: p.integer(),
    step: p.enum(decisionSteps),
    actorKind: p.enum(decisionActors),
    /** Who answers for it: the administrator, or the one who created the token; `null` if there is none. */
    administratorId: p.integer().nullable(),
    tokenId: p.integer().nullable(),
    /** The label of the administrator or API token at that time. */
    name: p.text(),
    at: p.datetime(3),
    reason: p.text().nullable(),
    /** The SHA-256 of the facts that the decision was made on; `null` if they could not be read, or are not known. */
    factsSha256: p.text().nullable(),
    /** What was unusual; `null` if it could not be read, or is not known. */
    flags: p.json<DecidedFlag[]>().nullable(),
  },
  indexes: [
    {
      name: "decisions_subject_kind_subject_id_id_index",
      properties: ["subjectKind", "subjectId", "id"],
    },
    { name: "decisions_user_id_id_index", properties: ["trader", "id"] },
    {
      name: "decisions_payouts_index",
      properties: ["at"],
      where: "subject_kind = 'payout' and step in ('approve', 'reject')",
    },
  ],
});

/** What a person or a tool decided about a trader, when, and on what facts. Never changed. */
export class Decision extends DecisionSchema.class {}

DecisionSchema.setClass(Decision);
