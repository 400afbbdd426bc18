/** The formats of statement files, which are detected from their content, never from their names. */
export const statementFormats = ["mt4-html", "mt5-html", "mt5-xlsx", "csv"] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** Ends every message about a file that cannot be imported. */
export const acceptedFormats =
  "Accepted files are MetaTrader 4 statements (HTML), MetaTrader 5 reports (HTML or XLSX) and CSV files with a header.";
