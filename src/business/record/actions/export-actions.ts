import type { z } from "zod";
import type { CellReader } from "../../../platform/exports/cell.rule.ts";
import { defineExport, readColumns } from "../../office/exports/export-list.ts";
import { actionColumnLabels as labels, type ActionColumnName } from "./action.rule.ts";
import type { exportActionsInput, ListedAction } from "./action.schema.ts";
import { listedActions } from "./actions.queries.ts";

const readers: Record<ActionColumnName, CellReader<ListedAction>> = {
  id: { kind: "number", read: ({ id }) => id },
  userId: { kind: "number", read: ({ userId }) => userId },
  fullName: { kind: "text", read: ({ trader }) => trader.fullName },
  email: { kind: "text", read: ({ trader }) => trader.email },
  stageId: { kind: "number", read: ({ stageId }) => stageId },
  login: { kind: "text", read: ({ login }) => login },
  kind: { kind: "text", read: ({ kind }) => kind },
  amount: { kind: "amount", read: ({ amount }) => amount },
  currency: { kind: "text", read: ({ currency }) => currency },
  status: { kind: "text", read: ({ status }) => status },
  reason: { kind: "text", read: ({ reason }) => reason },
  causeKind: { kind: "text", read: ({ cause }) => cause.kind },
  causeId: { kind: "number", read: ({ cause }) => cause.id },
  requestedAt: { kind: "time", read: ({ requestedAt }) => requestedAt },
  requestedBy: { kind: "text", read: ({ requestedBy }) => requestedBy },
  deliveredAt: { kind: "time", read: ({ deliveredAt }) => deliveredAt },
  attempts: { kind: "number", read: ({ attempts }) => attempts },
  finishedAt: { kind: "time", read: ({ finishedAt }) => finishedAt },
  message: { kind: "text", read: ({ message }) => message },
};

/** Exports all matching actions with the chosen columns, in the order of the table. */
export const exportActions = defineExport({
  noun: "actions",
  columns: readColumns(labels, readers),
  readBatches: (context, query: z.output<typeof exportActionsInput>) =>
    listedActions.readBatches(context, query),
});
