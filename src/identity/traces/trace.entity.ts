import { defineEntity, p } from "@mikro-orm/core";
import { TraderSchema } from "../users/trader.entity.ts";
import type { TraceKind } from "./trace.rule.ts";

/** A browser or a network from which a trader has registered or signed in, as a keyed hash. */
export const TraderTrace = defineEntity({
  name: "TraderTrace",
  tableName: "trader_traces",
  properties: {
    trader: () =>
      p
        .manyToOne(TraderSchema)
        .primary()
        .fieldName("trader_id")
        .foreignKeyName("trader_traces_trader_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    kind: p.text().$type<TraceKind>().primary(),
    hash: p.text().primary().hidden(),
    firstAt: p.datetime(3),
    lastAt: p.datetime(3),
    signIns: p.integer(),
  },
  indexes: [
    { name: "trader_traces_hash_index", properties: ["hash"] },
    { name: "trader_traces_last_at_index", properties: ["lastAt"] },
  ],
});
