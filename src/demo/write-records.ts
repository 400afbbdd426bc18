import type { Context } from "../platform/context.ts";
import type { Em } from "../platform/database/orm.ts";
import { demoImports } from "./demo-imports.ts";
import { type DemoRecord, demoRecordOf } from "./demo-record.ts";
import type { DemoTrader } from "./demo-trader.ts";
import { endFailedStages } from "./end-failed-stages.ts";
import type { PastEvent } from "./trader-history.ts";
import { marketUntil } from "./trading/market.ts";
import { writeImports } from "./write-imports.ts";
import { writeRules } from "./write-rules.ts";
import { writeSnapshots } from "./write-snapshots.ts";
import type { WrittenTraders } from "./write-traders.ts";

/**
 * Writes the records of all traders as if they came from statements and a bridge, and derives the accounts' figures.
 * @param storedKeys see `writeCertificates`
 * @returns the audit events, unsorted
 */
export async function writeRecords(
  context: Context,
  em: Em,
  traders: WrittenTraders,
  storedKeys: string[],
): Promise<PastEvent[]> {
  const now = context.clock.now();
  const records = demoRecords([...traders.keys()], now);
  const imports = demoImports(records, now);
  return [
    ...(await writeImports(context, em, { imports, traders, storedKeys })),
    ...(await writeRules(context, em, traders)),
    ...(await writeSnapshots(context, em, { records, traders })),
    ...(await endFailedStages(context, em, traders)),
  ];
}

function demoRecords(demoTraders: DemoTrader[], now: Date): Map<DemoTrader, DemoRecord> {
  const market = marketUntil(now);
  const records = new Map<DemoTrader, DemoRecord>();
  for (const demoTrader of demoTraders) {
    const record = demoRecordOf(demoTrader, now, market);
    if (record) records.set(demoTrader, record);
  }
  return records;
}
