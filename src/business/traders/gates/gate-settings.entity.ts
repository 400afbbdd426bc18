import { defineEntity, p } from "@mikro-orm/core";
import type { GateRequirement } from "./gate.rule.ts";

/** What a gate asks for, and since when it has asked for that much. */
export interface StoredRequirement extends GateRequirement {
  since: string;
}

/** At most one row. A gate that was never set is `null`. */
export const GateSettings = defineEntity({
  name: "GateSettings",
  tableName: "gate_settings",
  properties: {
    id: p.integer().$type<1>().primary().autoincrement(false),
    fundedStep: p.json<StoredRequirement>().nullable(),
    payoutApproval: p.json<StoredRequirement>().nullable(),
    trading: p.json<StoredRequirement>().nullable(),
    updatedAt: p.datetime(3),
    updatedBy: p.text(),
  },
  checks: [{ name: "gate_settings_id_check", expression: "id = 1" }],
});
