/** The columns of the export of statements, with their headings. */
export const statementColumnLabels = {
  id: "ID",
  userId: "User ID",
  fullName: "Name",
  email: "Email",
  stageId: "Stage ID",
  fileName: "File",
  format: "Format",
  login: "Login",
  currency: "Currency",
  from: "From",
  to: "To",
  trades: "Trades",
  openTrades: "Open Trades",
  operations: "Operations",
  new: "New Records",
  known: "Known Records",
  conflicts: "Conflicts",
  profit: "Profit",
  openingBalance: "Opening Balance",
  closingBalance: "Closing Balance",
  status: "Status",
  difference: "Difference",
  createdAt: "Imported",
  createdBy: "Imported By",
  confirmedAt: "Confirmed",
  confirmedBy: "Confirmed By",
  withdrawnAt: "Withdrawn",
  withdrawnBy: "Withdrawn By",
  withdrawnReason: "Reason",
} as const;

export type StatementColumnName = keyof typeof statementColumnLabels;

export const statementColumnNames = Object.keys(statementColumnLabels) as [
  StatementColumnName,
  ...StatementColumnName[],
];
