/** How a statement file is written; told by its content, never by its name. */
export const statementFormats = ["mt4-html", "mt5-html", "mt5-xlsx", "csv"] as const;
export type StatementFormat = (typeof statementFormats)[number];
