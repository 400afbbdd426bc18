/** The formats of statement files, which are detected from their content, never from their names. */
export const statementFormats = ["mt4-html", "mt5-html", "mt5-xlsx", "csv"] as const;
export type StatementFormat = (typeof statementFormats)[number];
