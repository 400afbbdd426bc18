import { defineTable } from "../../office/tables/define-table.rule.ts";
import { choice } from "../../office/tables/filters.rule.ts";
import { statusOf } from "./statement.rule.ts";
import type { ListedStatement } from "./statement.schema.ts";

/** The statements of all traders. */
export const statementTable = defineTable<ListedStatement>()({
  name: "statements",
  title: "Statements",
  ability: "records.read",
  scope: "records:read",
  search: "Search by name, email, or login...",
  sorts: ["id"],
  filters: {
    status: choice({
      label: "Statement status",
      all: "All statements",
      options: { waiting: "Waiting for confirmation", conflicts: "With conflicts" },
      error: "status must be one of waiting, conflicts",
      about:
        "`waiting`: needs confirmation; `conflicts`: contradicts other records of a stage that has not ended. All statements if absent",
    }),
  },
  columns: {
    trader: "User",
    id: { label: "ID", kind: "number", read: ({ id }) => id },
    fileName: "File",
    from: "Period",
    counts: "Contents",
    status: "Status",
    createdAt: "Imported",
  },
  exported: {
    id: { label: "ID", kind: "number", read: ({ id }) => id },
    userId: { label: "User ID", kind: "number", read: ({ userId }) => userId },
    fullName: { label: "Name", kind: "text", read: ({ trader }) => trader.fullName },
    email: { label: "Email", kind: "text", read: ({ trader }) => trader.email },
    stageId: { label: "Stage ID", kind: "number", read: ({ stageId }) => stageId },
    fileName: { label: "File", kind: "text", read: ({ fileName }) => fileName },
    format: { label: "Format", kind: "text", read: ({ format }) => format },
    login: { label: "Login", kind: "text", read: ({ login }) => login },
    currency: { label: "Currency", kind: "text", read: ({ currency }) => currency },
    from: { label: "From", kind: "time", read: ({ from }) => from },
    to: { label: "To", kind: "time", read: ({ to }) => to },
    trades: { label: "Trades", kind: "number", read: ({ counts }) => counts.trades },
    openTrades: { label: "Open Trades", kind: "number", read: ({ counts }) => counts.openTrades },
    operations: { label: "Operations", kind: "number", read: ({ counts }) => counts.operations },
    new: { label: "New Records", kind: "number", read: ({ counts }) => counts.new },
    known: { label: "Known Records", kind: "number", read: ({ counts }) => counts.known },
    conflicts: { label: "Conflicts", kind: "number", read: ({ counts }) => counts.conflicts },
    profit: { label: "Profit", kind: "amount", read: ({ totals }) => totals.profit },
    openingBalance: {
      label: "Opening Balance",
      kind: "amount",
      read: ({ openingBalance }) => openingBalance,
    },
    closingBalance: {
      label: "Closing Balance",
      kind: "amount",
      read: ({ closingBalance }) => closingBalance,
    },
    status: { label: "Status", kind: "text", read: statusOf },
    difference: {
      label: "Difference",
      kind: "amount",
      read: ({ reconciliation }) => reconciliation.difference,
    },
    createdAt: { label: "Imported", kind: "time", read: ({ createdAt }) => createdAt },
    createdBy: { label: "Imported By", kind: "text", read: ({ createdBy }) => createdBy },
    confirmedAt: { label: "Confirmed", kind: "time", read: ({ confirmedAt }) => confirmedAt },
    confirmedBy: { label: "Confirmed By", kind: "text", read: ({ confirmedBy }) => confirmedBy },
    withdrawnAt: { label: "Withdrawn", kind: "time", read: ({ withdrawnAt }) => withdrawnAt },
    withdrawnBy: { label: "Withdrawn By", kind: "text", read: ({ withdrawnBy }) => withdrawnBy },
    withdrawnReason: {
      label: "Reason",
      kind: "text",
      read: ({ withdrawnReason }) => withdrawnReason,
    },
  },
});
