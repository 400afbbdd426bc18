import type { z } from "zod";
import type { CellReader } from "../../../platform/exports/cell.rule.ts";
import { defineExport, readColumns } from "../../office/exports/export-list.ts";
import {
  statementColumnLabels as labels,
  type StatementColumnName,
  statusOf,
} from "./statement.rule.ts";
import type { exportStatementsInput, ListedStatement } from "./statement.schema.ts";
import { statements } from "./statements.queries.ts";

const readers: Record<StatementColumnName, CellReader<ListedStatement>> = {
  id: { kind: "number", read: ({ id }) => id },
  userId: { kind: "number", read: ({ userId }) => userId },
  fullName: { kind: "text", read: ({ trader }) => trader.fullName },
  email: { kind: "text", read: ({ trader }) => trader.email },
  stageId: { kind: "number", read: ({ stageId }) => stageId },
  fileName: { kind: "text", read: ({ fileName }) => fileName },
  format: { kind: "text", read: ({ format }) => format },
  login: { kind: "text", read: ({ login }) => login },
  currency: { kind: "text", read: ({ currency }) => currency },
  from: { kind: "time", read: ({ from }) => from },
  to: { kind: "time", read: ({ to }) => to },
  trades: { kind: "number", read: ({ counts }) => counts.trades },
  openTrades: { kind: "number", read: ({ counts }) => counts.openTrades },
  operations: { kind: "number", read: ({ counts }) => counts.operations },
  new: { kind: "number", read: ({ counts }) => counts.new },
  known: { kind: "number", read: ({ counts }) => counts.known },
  conflicts: { kind: "number", read: ({ counts }) => counts.conflicts },
  profit: { kind: "amount", read: ({ totals }) => totals.profit },
  openingBalance: { kind: "amount", read: ({ openingBalance }) => openingBalance },
  closingBalance: { kind: "amount", read: ({ closingBalance }) => closingBalance },
  status: { kind: "text", read: statusOf },
  difference: { kind: "amount", read: ({ reconciliation }) => reconciliation.difference },
  createdAt: { kind: "time", read: ({ createdAt }) => createdAt },
  createdBy: { kind: "text", read: ({ createdBy }) => createdBy },
  confirmedAt: { kind: "time", read: ({ confirmedAt }) => confirmedAt },
  confirmedBy: { kind: "text", read: ({ confirmedBy }) => confirmedBy },
  withdrawnAt: { kind: "time", read: ({ withdrawnAt }) => withdrawnAt },
  withdrawnBy: { kind: "text", read: ({ withdrawnBy }) => withdrawnBy },
  withdrawnReason: { kind: "text", read: ({ withdrawnReason }) => withdrawnReason },
};

/** Exports all matching statements with the chosen columns, in the order of the table, without their files. */
export const exportStatements = defineExport({
  noun: "statements",
  columns: readColumns(labels, readers),
  readBatches: (context, query: z.output<typeof exportStatementsInput>) =>
    statements.readBatches(context, query),
});
