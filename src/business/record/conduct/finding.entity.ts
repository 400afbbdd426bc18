import { defineEntity, p } from "@mikro-orm/core";
import type { ConductFinding } from "../../rulebook/engine/conduct-verdict.schema.ts";
import type {
  ConductConsequence,
  ConductKind,
} from "../../rulebook/kinds/conduct/conduct.schema.ts";
import { findingStatuses, notifiedStates } from "./finding.rule.ts";

/** What a rule of conduct has found about a stage, at present; a row stays when its finding goes. */
export const AccountFinding = defineEntity({
  name: "AccountFinding",
  tableName: "conduct_findings",
  properties: {
    accountId: p.integer().primary(),
    id: p.integer().primary().autoincrement().generated("identity"),
    stageId: p.integer(),
    key: p.text(),
    kind: p.text().$type<ConductKind>(),
    /** The position of the rule in its list. */
    index: p.integer(),
    /** When it was found with its present consequence: see `isFoundAnew`. */
    foundAt: p.datetime(3),
    changedAt: p.datetime(3),
    status: p.enum(findingStatuses),
    consequence: p.text().$type<ConductConsequence>(),
    /** Whether it ended the evaluation. */
    hasEnded: p.boolean(),
    /** As it was last judged. */
    finding: p.json<ConductFinding>(),
    /** Of that JSON, to find out whether it has changed. */
    digest: p.text(),
    /** What the trader was last notified of. */
    notified: p.enum(notifiedStates).nullable(),
  },
  uniques: [
    { name: "conduct_findings_id_index", properties: ["id"] },
    { name: "conduct_findings_key_unique", properties: ["accountId", "stageId", "key"] },
  ],
  indexes: [
    { name: "conduct_findings_found_index", properties: ["foundAt", "id"] },
    { name: "conduct_findings_account_index", properties: ["accountId", "foundAt", "id"] },
    { name: "conduct_findings_status_index", properties: ["status", "foundAt", "id"] },
    { name: "conduct_findings_kind_index", properties: ["kind", "foundAt", "id"] },
  ],
});
