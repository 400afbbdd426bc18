import { defineEntity, p } from "@mikro-orm/core";
import type { LiabilityTotals } from "./liability.rule.ts";

/** The liability in a currency as a day of the firm ended; written once, and never changed. */
export const LiabilityDay = defineEntity({
  name: "LiabilityDay",
  tableName: "liability_days",
  properties: {
    day: p.date().primary(),
    currency: p.text().primary(),
    computedAt: p.datetime(3),
    totals: p.json<LiabilityTotals>(),
  },
});
