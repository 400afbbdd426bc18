import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DemoTrader } from "./demo-trader.ts";
import { demoTraders } from "./demo-traders.ts";
import { demoRecordOf } from "./demo-record.ts";
import { Market } from "./trading/market.ts";
import { writeStatement } from "./statements/write-statement.ts";
import type { StatementFormat } from "../business/record/statements/statement.rule.ts";
import { formatDecimal, parseCents } from "../platform/money/money.ts";

/** Writes statements of demo traders for trying out the import: every format, and an inconsistent one. */
export async function writeDemoStatements(
  folder: string,
  now: Date,
  market = new Market(),
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
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

export interface StatementFile {
  login: string;
  format: StatementFormat;
  /** One running balance is inconsistent with its row. */
  isMisprinted?: true;
  /** Replaces the account's profit, if the account has not been traded. */
  profit?: string;
}

/** Sofia Delgado's account has no record, so her statement is the one to import first. */
export const statementFiles: readonly StatementFile[] = [
  { login: "5002266", format: "mt5-html", profit: "1284.35" },
  { login: "5002041", format: "mt4-html" },
  { login: "5003127", format: "mt5-xlsx" },
  { login: "5002020", format: "csv" },
  { login: "5002689", format: "csv", isMisprinted: true },
];

const extensions = { "mt4-html": "htm", "mt5-html": "html", "mt5-xlsx": "xlsx", csv: "csv" };

/** Returns a name such as `sofia-delgado-mt5-html.html`. */
export function statementFileName(
  { name }: DemoTrader,
  { format, isMisprinted }: Pick<StatementFile, "format" | "isMisprinted">,
): string {
  const words = name!.toLowerCase().replaceAll("'", "").replaceAll(" ", "-");
  return `${words}-${format}${isMisprinted ? "-inconsistent" : ""}.${extensions[format]}`;
}

/** Adds 250.00 to the running balance in the middle of a CSV statement, which is then inconsistent with its row. */
export function misprintBalance(csv: Buffer): Buffer {
  const lines = csv.toString().trimEnd().split("\n");
  const row = Math.floor(lines.length / 2);
  const cells = lines[row]!.split(",");
  cells.push(formatDecimal(parseCents(cells.pop()!)! + 25_000n));
  lines[row] = cells.join(",");
  return Buffer.from(`${lines.join("\n")}\n`);
}
