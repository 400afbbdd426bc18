import type { z } from "zod";
import type { CellReader } from "../../platform/exports/cell.rule.ts";
import { defineExport, readColumns } from "../office/exports/export-list.ts";
import { traderColumnLabels as labels, type TraderColumn } from "./trader-columns.rule.ts";
import type { exportTradersInput, JudgedTrader } from "./trader.schema.ts";
import { judgedTradersSortedBy } from "./traders.queries.ts";

const readers: Record<TraderColumn, CellReader<JudgedTrader>> = {
  id: { kind: "number", read: ({ id }) => id },
  fullName: { kind: "text", read: ({ fullName }) => fullName },
  email: { kind: "text", read: ({ email }) => email },
  login: { kind: "text", read: (row) => row.tradingAccount.login },
  status: { kind: "text", read: (row) => row.tradingAccount.status },
  phase: { kind: "text", read: (row) => row.tradingAccount.phase },
  balance: { kind: "amount", read: (row) => row.tradingAccount.balance },
  profitLoss: { kind: "amount", read: (row) => row.tradingAccount.profitLoss },
  currency: { kind: "text", read: (row) => row.tradingAccount.currency },
  roomToday: { kind: "amount", read: ({ verdict }) => verdict?.roomToday ?? null },
  verdict: { kind: "text", read: ({ verdict }) => verdict?.outcome ?? null },
  payoutEnabled: {
    kind: "text",
    read: (row) => (row.tradingAccount.payoutEnabled ? "enabled" : "disabled"),
  },
  country: { kind: "text", read: ({ country }) => country },
  city: { kind: "text", read: ({ city }) => city },
  tags: { kind: "text", read: ({ tags }) => tags.join(", ") },
  banned: { kind: "text", read: ({ banned }) => (banned ? "yes" : "no") },
  createdAt: { kind: "time", read: ({ createdAt }) => createdAt },
};

/** Exports all matching traders with the chosen columns, in the order of the table. */
export const exportTraders = defineExport({
  noun: "users",
  columns: readColumns(labels, readers),
  readBatches: (context, query: z.output<typeof exportTradersInput>) =>
    judgedTradersSortedBy(query).readBatches(context, query),
});
