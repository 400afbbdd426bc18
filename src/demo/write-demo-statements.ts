import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DemoTrader } from "./demo-trader.ts";
import { demoTraders } from "./demo-traders.ts";
import { demoRecordOf } from "./demo-record.ts";
import { statementFileName, statementFiles } from "./statement-files.ts";
import { marketUntil } from "./trading/market.ts";
import { misprintBalance } from "./statements/misprint-balance.ts";
import { writeStatement } from "./statements/write-statement.ts";

/** Writes statements of demo traders for trying out the import: every format, and an inconsistent one. */
export async function writeDemoStatements(folder: string, now: Date): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const market = marketUntil(now);
  const paths: string[] = [];
  for (const file of statementFiles) {
    const { login, format, isMisprinted, profit } = file;
    const demoTrader = demoTraders.find(({ account }) => account.platform?.[0] === login)!;
    const { statement } = demoRecordOf(withProfit(demoTrader, profit), now, market)!;
    const bytes = writeStatement(statement, format);
    const path = join(folder, statementFileName(demoTrader, file));
    await writeFile(path, isMisprinted ? misprintBalance(bytes) : bytes);
    paths.push(path);
  }
  return paths;
}

function withProfit(demoTrader: DemoTrader, profit: string | undefined): DemoTrader {
  return profit ? { ...demoTrader, account: { ...demoTrader.account, profit } } : demoTrader;
}
