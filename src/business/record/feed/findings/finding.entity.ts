import { defineEntity, p } from "@mikro-orm/core";
import { TradingAccountSchema } from "../../../traders/accounts/account.entity.ts";
import { bookedTables } from "../../records/sources.rule.ts";
import { findingKinds, findingStatuses } from "./finding.rule.ts";
import type { FindingRecord } from "./finding.schema.ts";

/** A deal or operation that was fed and that the platform no longer shows so. */
export const BridgeFindingSchema = defineEntity({
  name: "BridgeFinding",
  tableName: "bridge_findings",
  properties: {
    account: () =>
      p
        .manyToOne(TradingAccountSchema)
        .primary()
        .fieldName("account_id")
        .foreignKeyName("bridge_findings_account_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    id: p.integer().primary().autoincrement().generated("identity"),
    /** The stage in which the record counts. */
    stageId: p.integer(),
    /** The token whose call showed it. */
    tokenId: p.integer(),
    login: p.text(),
    kind: p.enum(findingKinds),
    item: p.enum(bookedTables),
    ticket: p.text(),
    recorded: p.json<FindingRecord>(),
    /** What the platform shows; `null` if it no longer shows the ticket. */
    platform: p.json<FindingRecord>().nullable(),
    foundAt: p.datetime(3),
    status: p.enum(findingStatuses),
    reason: p.text().nullable(),
    decidedAt: p.datetime(3).nullable(),
    decidedBy: p.text().nullable(),
  },
  uniques: [{ name: "bridge_findings_id_index", properties: ["id"] }],
  indexes: [
    { name: "bridge_findings_status_index", properties: ["status", "id"] },
    { name: "bridge_findings_open_stage_index", properties: ["stageId"], where: "status = 'open'" },
    {
      name: "bridge_findings_open_unique",
      expression: `create unique index "bridge_findings_open_unique" on "bridge_findings" ("account_id", "item", "ticket") where status = 'open'`,
    },
  ],
  checks: [
    {
      name: "bridge_findings_platform_check",
      expression: "(kind = 'missing') = (platform is null)",
    },
    {
      name: "bridge_findings_decided_check",
      expression:
        "num_nulls(reason, decided_at, decided_by) = case when status in ('accepted', 'kept') then 0 else 3 end",
    },
  ],
});

export class BridgeFinding extends BridgeFindingSchema.class {}

BridgeFindingSchema.setClass(BridgeFinding);
