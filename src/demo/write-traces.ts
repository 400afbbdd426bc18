import { createHash } from "node:crypto";
import { recordTraces } from "../identity/traces/traces.ts";
import type { Context } from "../platform/context.ts";
import type { Transaction } from "../platform/database/orm.ts";
import { compareRelativeTimes, type DemoTrader, toDate } from "./demo-trader.ts";
import type { WrittenTraders } from "./write-traders.ts";

/** When all traders who can sign in last did. */
const LAST_SEEN = [1, "18:20"] as const;

/** Records the browser and the network in which traders registered, and from which they last signed in. */
export async function writeTraces(
  context: Context,
  transaction: Transaction,
  traders: WrittenTraders,
): Promise<void> {
  const browsers = [...new Set([...traders.keys()].map(browserOf))];
  for (const [demoTrader, trader] of traders) {
    if (demoTrader.invited) continue;
    const browser = browserOf(demoTrader);
    const caller = {
      requestId: "demo",
      userAgent: null,
      // A block of addresses that is reserved for examples.
      address: `198.51.100.${browsers.indexOf(browser) + 1}`,
      device: createHash("sha256").update(browser).digest("base64url"),
    };
    const isLater = compareRelativeTimes(demoTrader.joined, LAST_SEEN) < 0;
    for (const at of isLater ? [demoTrader.joined, LAST_SEEN] : [demoTrader.joined]) {
      const clock = { now: () => toDate(context.clock, at) };
      await recordTraces({ ...context, clock }, transaction, trader.id, caller);
    }
  }
}

const browserOf = ({ browser, email }: DemoTrader) => browser ?? email;
