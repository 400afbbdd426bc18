import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StatementFormat } from "../business/statements/statement-format.rule.ts";
import type { DemoTrader } from "./demo-trader.ts";
import { demoTraders } from "./demo-traders.ts";
import { demoRecordOf } from "./demo-record.ts";
import { marketUntil } from "./trading/market.ts";
import { misprintBalance } from "./statements/misprint-balance.ts";
import { writeStatement } from "./statements/write-statement.ts";

interface StatementFile {
  login: string;
  format: StatementFormat;
  /** One running balance contradicts its row. */
  isMisprinted?: true;
  /** Instead of the account's profit, for an account that has not been traded. */
  profit?: string;
}

/** Sofia Delgado's account has no record, so her statement is the one to import first. */
const demoStatements: readonly StatementFile[] = [
  { login: "5002266", format: "mt5-html", profit: "1284.35" },
  { login: "5002041", format: "mt4-html" },
  { login: "5003127", format: "mt5-xlsx" },
  { login: "5002020", format: "csv" },
  { login: "5002689", format: "csv", isMisprinted: true },
];

const extensions = { "mt4-html": "htm", "mt5-html": "html", "mt5-xlsx": "xlsx", csv: "csv" };

/** Not part of backups: the files can be written again at any time. */
export const demoStatementsFolder = (dataDir: string) => join(dataDir, "demo-statements");

/** Writes statements of demo traders to try the import with: every format, and one that is inconsistent. */
export async function writeDemoStatements(folder: string, now: Date): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const market = marketUntil(now);
  const paths: string[] = [];
  for (const { login, format, isMisprinted, profit } of demoStatements) {
    const demoTrader = demoTraders.find(({ account }) => account.platform?.[0] === login)!;
    const { statement } = demoRecordOf(withProfit(demoTrader, profit), now, market)!;
    const bytes = writeStatement(statement, format);
    const path = join(folder, fileName(demoTrader, format, isMisprinted));
    await writeFile(path, isMisprinted ? misprintBalance(bytes) : bytes);
    paths.push(path);
  }
  return paths;
}

function withProfit(demoTrader: DemoTrader, profit: string | undefined): DemoTrader {
  return profit ? { ...demoTrader, account: { ...demoTrader.account, profit } } : demoTrader;
}

/** Such as `sofia-delgado-mt5-html.html`. */
function fileName({ name }: DemoTrader, format: StatementFormat, isMisprinted = false): string {
  const words = name!.toLowerCase().replaceAll("'", "").replaceAll(" ", "-");
  return `${words}-${format}${isMisprinted ? "-inconsistent" : ""}.${extensions[format]}`;
}
