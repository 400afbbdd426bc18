import {
  computedJson,
  integer,
  json,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import type { ConductFinding } from "../../rulebook/engine/conduct-verdict.schema.ts";
import { byAccount, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

const judged = <Field extends keyof ConductFinding>(field: Field) =>
  computedJson<ConductFinding[Field]>(`conduct_findings.finding -> '${field}'`);

/** A finding as it was last judged. Requires `findingTables`. */
export const findingColumns = {
  id: integer("conduct_findings.id"),
  userId: integer("trading_accounts.user_id"),
  stageId: integer("conduct_findings.stage_id"),
  kind: text("conduct_findings.kind"),
  index: integer("conduct_findings.index"),
  foundAt: timestamp("conduct_findings.found_at"),
  key: text("conduct_findings.key"),
  at: judged("at"),
  status: text("conduct_findings.status"),
  consequence: text("conduct_findings.consequence"),
  softened: judged("softened"),
  strike: judged("strike"),
  grade: judged("grade"),
  trades: judged("trades"),
  deals: judged("deals"),
  events: judged("events"),
  value: judged("value"),
  limit: judged("limit"),
  deduction: judged("deduction"),
  exonerating: judged("exonerating"),
  waiver: judged("waiver"),
  reason: judged("reason"),
};

export const findingTables =
  "conduct_findings join trading_accounts on trading_accounts.id = conduct_findings.account_id";

export const conductPart: OwnDataPart = {
  name: "conduct",
  about: "What rules of conduct have found, and what has become of it",
  table: "conduct_findings",
  where: byAccount("conduct_findings.account_id"),
  key: ["conduct_findings.id"],
  columns: {
    id: integer("conduct_findings.id"),
    stageId: integer("conduct_findings.stage_id"),
    key: text("conduct_findings.key"),
    kind: text("conduct_findings.kind"),
    foundAt: timestamp("conduct_findings.found_at"),
    status: text("conduct_findings.status"),
    consequence: text("conduct_findings.consequence"),
    finding: json("conduct_findings.finding"),
  },
};
