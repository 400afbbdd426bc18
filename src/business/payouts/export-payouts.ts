import type { Readable } from "node:stream";
import type { z } from "zod";
import type { StaffActor } from "../../identity/bearer/token-actor.ts";
import type { Context } from "../../platform/context.ts";
import type { ExportColumn } from "../../platform/exports/export-column.ts";
import { chooseColumns, type ExportFormat, exportList } from "../exports/export-list.ts";
import { paymentMethods } from "./payment-method.rule.ts";
import { payoutColumnLabels as labels, type PayoutColumnName } from "./payout-columns.rule.ts";
import type { exportPayoutsInput, PayoutRow } from "./payout.schema.ts";
import { adminPayouts } from "./payouts.queries.ts";

const columns: Record<PayoutColumnName, ExportColumn<PayoutRow>> = {
  id: { header: labels.id, kind: "number", read: ({ id }) => id },
  userId: { header: labels.userId, kind: "number", read: ({ userId }) => userId },
  fullName: { header: labels.fullName, kind: "text", read: ({ user }) => user.fullName },
  email: { header: labels.email, kind: "text", read: ({ user }) => user.email },
  amount: { header: labels.amount, kind: "amount", read: ({ amount }) => amount },
  paymentMethod: {
    header: labels.paymentMethod,
    kind: "text",
    read: ({ paymentMethod }) => paymentMethods[paymentMethod],
  },
  createdAt: {
    header: `${labels.createdAt} (UTC)`,
    kind: "time",
    read: ({ createdAt }) => createdAt,
  },
  status: { header: labels.status, kind: "text", read: ({ status }) => status },
  adminNotes: { header: labels.adminNotes, kind: "text", read: ({ adminNotes }) => adminNotes },
  paidAt: {
    header: `${labels.paidAt} (UTC)`,
    kind: "time",
    read: ({ payment }) => payment?.paidAt ?? null,
  },
  reference: {
    header: labels.reference,
    kind: "text",
    read: ({ payment }) => payment?.reference ?? null,
  },
  paymentRunId: {
    header: labels.paymentRunId,
    kind: "number",
    read: ({ paymentRunId }) => paymentRunId,
  },
};

/** All requests that match, with the chosen columns, in the order of the table; never payment details. */
export function exportPayouts(
  context: Context,
  actor: StaffActor,
  format: ExportFormat,
  query: z.output<typeof exportPayoutsInput>,
): Promise<Readable> {
  return exportList(context, actor, format, {
    noun: "payouts",
    action: "payouts.exported",
    columns: chooseColumns(columns, query.columns),
    batches: adminPayouts.readBatches(context, query),
    query,
  });
}
