import type { Readable } from "node:stream";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import type { CellReader } from "../../../platform/exports/export-column.ts";
import { chooseColumns, type ExportFormat, exportList } from "../../firm/exports/export-list.ts";
import {
  paymentMethods,
  payoutColumnLabels as labels,
  type PayoutColumnName,
  payoutColumnNames,
} from "./payout.rule.ts";
import type { exportPayoutsInput, PayoutRow } from "./payout.schema.ts";
import { adminPayouts } from "./payouts.queries.ts";

const readers: Record<PayoutColumnName, CellReader<PayoutRow>> = {
  id: { kind: "number", read: ({ id }) => id },
  userId: { kind: "number", read: ({ userId }) => userId },
  fullName: { kind: "text", read: ({ user }) => user.fullName },
  email: { kind: "text", read: ({ user }) => user.email },
  amount: { kind: "amount", read: ({ amount }) => amount },
  currency: { kind: "text", read: ({ currency }) => currency },
  paymentMethod: { kind: "text", read: ({ paymentMethod }) => paymentMethods[paymentMethod] },
  createdAt: { kind: "time", read: ({ createdAt }) => createdAt },
  status: { kind: "text", read: ({ status }) => status },
  adminNotes: { kind: "text", read: ({ adminNotes }) => adminNotes },
  paidAt: { kind: "time", read: ({ payment }) => payment?.paidAt ?? null },
  reference: { kind: "text", read: ({ payment }) => payment?.reference ?? null },
  paymentRunId: { kind: "number", read: ({ paymentRunId }) => paymentRunId },
};

/** Exports all matching requests with the chosen columns, in the order of the table. Never contains payment details. */
export function exportPayouts(
  context: Context,
  actor: StaffActor,
  format: ExportFormat,
  query: z.output<typeof exportPayoutsInput>,
): Promise<Readable> {
  return exportList(context, actor, format, {
    noun: "payouts",
    columns: chooseColumns(labels, readers, query.columns ?? payoutColumnNames),
    batches: adminPayouts.readBatches(context, query),
    query,
  });
}
