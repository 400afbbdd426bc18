import type { StatementFormat } from "../business/trading/statements/statement.rule.ts";
import type { DemoTrader } from "./demo-trader.ts";

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
