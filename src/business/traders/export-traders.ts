import type { Readable } from "node:stream";
import type { z } from "zod";
import type { StaffActor } from "../../identity/bearer/token-actor.ts";
import type { Context } from "../../platform/context.ts";
import type { ExportColumn } from "../../platform/exports/export-column.ts";
import { chooseColumns, type ExportFormat, exportList } from "../exports/export-list.ts";
import { traderColumnLabels as labels, type TraderColumn } from "./trader-columns.rule.ts";
import type { exportTradersInput, JudgedTrader } from "./trader.schema.ts";
import { judgedTradersSortedBy } from "./traders.queries.ts";

const columns: Record<TraderColumn, ExportColumn<JudgedTrader>> = {
  id: { header: labels.id, kind: "number", read: ({ id }) => id },
  fullName: { header: labels.fullName, kind: "text", read: ({ fullName }) => fullName },
  email: { header: labels.email, kind: "text", read: ({ email }) => email },
  login: { header: labels.login, kind: "text", read: (row) => row.tradingAccount.login },
  status: { header: labels.status, kind: "text", read: (row) => row.tradingAccount.status },
  phase: { header: labels.phase, kind: "text", read: (row) => row.tradingAccount.phase },
  balance: { header: labels.balance, kind: "amount", read: (row) => row.tradingAccount.balance },
  profitLoss: {
    header: labels.profitLoss,
    kind: "amount",
    read: (row) => row.tradingAccount.profitLoss,
  },
  roomToday: {
    header: labels.roomToday,
    kind: "amount",
    read: ({ verdict }) => verdict?.roomToday ?? null,
  },
  verdict: {
    header: labels.verdict,
    kind: "text",
    read: ({ verdict }) => verdict?.outcome ?? null,
  },
  payoutEnabled: {
    header: labels.payoutEnabled,
    kind: "text",
    read: (row) => (row.tradingAccount.payoutEnabled ? "enabled" : "disabled"),
  },
  country: { header: labels.country, kind: "text", read: ({ country }) => country },
  city: { header: labels.city, kind: "text", read: ({ city }) => city },
  tags: { header: labels.tags, kind: "text", read: ({ tags }) => tags.join(", ") },
  banned: { header: labels.banned, kind: "text", read: ({ banned }) => (banned ? "yes" : "no") },
  createdAt: {
    header: `${labels.createdAt} (UTC)`,
    kind: "time",
    read: ({ createdAt }) => createdAt,
  },
};

/** All traders that match, with the chosen columns, in the order of the table. */
export function exportTraders(
  context: Context,
  actor: StaffActor,
  format: ExportFormat,
  query: z.output<typeof exportTradersInput>,
): Promise<Readable> {
  return exportList(context, actor, format, {
    noun: "users",
    action: "users.exported",
    columns: chooseColumns(columns, query.columns),
    batches: judgedTradersSortedBy(query).readBatches(context, query),
    query,
  });
}
