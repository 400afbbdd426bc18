import type { Readable } from "node:stream";
import type { z } from "zod";
import type { StaffActor } from "../../identity/bearer/token-actor.ts";
import type { Context } from "../../platform/context.ts";
import type { ExportColumn } from "../../platform/exports/export-column.ts";
import { chooseColumns, type ExportFormat, exportList } from "../exports/export-list.ts";
import {
  statementColumnLabels as labels,
  type StatementColumnName,
} from "./statement-columns.rule.ts";
import { statusOf } from "./statement-status.rule.ts";
import type { exportStatementsInput, ListedStatement } from "./statement.schema.ts";
import { statements } from "./statements.queries.ts";

type Column = ExportColumn<ListedStatement>;

const columns: Record<StatementColumnName, Column> = {
  id: { header: labels.id, kind: "number", read: ({ id }) => id },
  userId: { header: labels.userId, kind: "number", read: ({ userId }) => userId },
  fullName: { header: labels.fullName, kind: "text", read: ({ trader }) => trader.fullName },
  email: { header: labels.email, kind: "text", read: ({ trader }) => trader.email },
  stageId: { header: labels.stageId, kind: "number", read: ({ stageId }) => stageId },
  fileName: { header: labels.fileName, kind: "text", read: ({ fileName }) => fileName },
  format: { header: labels.format, kind: "text", read: ({ format }) => format },
  login: { header: labels.login, kind: "text", read: ({ login }) => login },
  currency: { header: labels.currency, kind: "text", read: ({ currency }) => currency },
  from: { header: `${labels.from} (UTC)`, kind: "time", read: ({ from }) => from },
  to: { header: `${labels.to} (UTC)`, kind: "time", read: ({ to }) => to },
  trades: { header: labels.trades, kind: "number", read: ({ counts }) => counts.trades },
  openTrades: {
    header: labels.openTrades,
    kind: "number",
    read: ({ counts }) => counts.openTrades,
  },
  operations: {
    header: labels.operations,
    kind: "number",
    read: ({ counts }) => counts.operations,
  },
  new: { header: labels.new, kind: "number", read: ({ counts }) => counts.new },
  known: { header: labels.known, kind: "number", read: ({ counts }) => counts.known },
  conflicts: { header: labels.conflicts, kind: "number", read: ({ counts }) => counts.conflicts },
  profit: { header: labels.profit, kind: "amount", read: ({ totals }) => totals.profit },
  openingBalance: {
    header: labels.openingBalance,
    kind: "amount",
    read: ({ openingBalance }) => openingBalance,
  },
  closingBalance: {
    header: labels.closingBalance,
    kind: "amount",
    read: ({ closingBalance }) => closingBalance,
  },
  status: { header: labels.status, kind: "text", read: statusOf },
  difference: {
    header: labels.difference,
    kind: "amount",
    read: ({ reconciliation }) => reconciliation.difference,
  },
  createdAt: {
    header: `${labels.createdAt} (UTC)`,
    kind: "time",
    read: ({ createdAt }) => createdAt,
  },
  createdBy: { header: labels.createdBy, kind: "text", read: ({ createdBy }) => createdBy },
  confirmedAt: {
    header: `${labels.confirmedAt} (UTC)`,
    kind: "time",
    read: ({ confirmedAt }) => confirmedAt,
  },
  confirmedBy: { header: labels.confirmedBy, kind: "text", read: ({ confirmedBy }) => confirmedBy },
  withdrawnAt: {
    header: `${labels.withdrawnAt} (UTC)`,
    kind: "time",
    read: ({ withdrawnAt }) => withdrawnAt,
  },
  withdrawnBy: { header: labels.withdrawnBy, kind: "text", read: ({ withdrawnBy }) => withdrawnBy },
  withdrawnReason: {
    header: labels.withdrawnReason,
    kind: "text",
    read: ({ withdrawnReason }) => withdrawnReason,
  },
};

/** All statements that match, with the chosen columns, in the order of the table; their files are not part of it. */
export function exportStatements(
  context: Context,
  actor: StaffActor,
  format: ExportFormat,
  query: z.output<typeof exportStatementsInput>,
): Promise<Readable> {
  return exportList(context, actor, format, {
    noun: "statements",
    action: "statements.exported",
    columns: chooseColumns(columns, query.columns),
    batches: statements.readBatches(context, query),
    query,
  });
}
