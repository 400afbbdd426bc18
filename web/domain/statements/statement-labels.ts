import type { StatementFormat } from "../../../src/business/trading/statements/statement.rule.ts";

export const statementFormatLabels: Readonly<Record<StatementFormat, string>> = {
  "mt4-html": "MetaTrader 4, HTML",
  "mt5-html": "MetaTrader 5, HTML",
  "mt5-xlsx": "MetaTrader 5, Excel",
  csv: "CSV",
};
