import { defineEntity, p } from "@mikro-orm/core";
import type { StoredReport } from "./bridge.schema.ts";

/** Which connector serves a server of the trading platform: the one that was started last. */
export const ServedServer = defineEntity({
  name: "ServedServer",
  tableName: "served_servers",
  properties: {
    /** As servers are compared: without case and surrounding space. */
    server: p.text().primary(),
    /** What the connector calls itself. */
    instance: p.text(),
    /** Those that it has replaced, the last one first. */
    former: p.array(),
    since: p.datetime(3),
  },
  indexes: [{ name: "served_servers_instance_index", properties: ["instance"] }],
});

/** What a token last reported about a server of the trading platform. */
export const BridgeReport = defineEntity({
  name: "BridgeReport",
  tableName: "bridge_reports",
  properties: {
    tokenId: p.integer().primary(),
    /** As servers are compared. */
    server: p.text().primary(),
    report: p.json<StoredReport>(),
    reportedAt: p.datetime(3),
    /** Since when the platform has been away; `null` while it is connected. */
    awaySince: p.datetime(3).nullable(),
  },
});
