import type { StatementFormat } from "../../business/trading/statements/statement.rule.ts";
import type { DemoStatement } from "./demo-statement.ts";
import { writeCsv } from "./write-csv.ts";
import { writeMt4Html } from "./write-mt4-html.ts";
import { writeMt5Html } from "./write-mt5-html.ts";
import { writeMt5Xlsx } from "./write-mt5-xlsx.ts";

const writers = {
  "mt4-html": writeMt4Html,
  "mt5-html": writeMt5Html,
  "mt5-xlsx": writeMt5Xlsx,
  csv: writeCsv,
} satisfies Record<StatementFormat, (statement: DemoStatement) => Buffer>;

export function writeStatement(statement: DemoStatement, format: StatementFormat): Buffer {
  return writers[format](statement);
}
