import type { z } from "zod";
import type { CellReader } from "../../../platform/exports/csv.ts";
import { defineExport } from "../../office/exports/export-list.ts";
import { appealColumnLabels as labels, type AppealColumnName } from "./appeal.rule.ts";
import type { exportAppealsInput, ListedAppeal } from "./appeal.schema.ts";
import { listedAppeals } from "./appeals.queries.ts";

const readers: Record<AppealColumnName, CellReader<ListedAppeal>> = {
  id: { kind: "number", read: ({ id }) => id },
  userId: { kind: "number", read: ({ trader }) => trader.id },
  fullName: { kind: "text", read: ({ trader }) => trader.fullName },
  email: { kind: "text", read: ({ trader }) => trader.email },
  subjectKind: { kind: "text", read: ({ subject }) => subject.kind },
  subjectId: { kind: "number", read: ({ subject }) => subject.id },
  amount: { kind: "amount", read: ({ amount }) => amount },
  currency: { kind: "text", read: ({ currency }) => currency },
  text: { kind: "text", read: ({ text }) => text },
  createdAt: { kind: "time", read: ({ createdAt }) => createdAt },
  appealedBy: { kind: "text", read: ({ appealedBy }) => appealedBy },
  decision: { kind: "text", read: ({ decision }) => decision },
  reason: { kind: "text", read: ({ reason }) => reason },
  decidedAt: { kind: "time", read: ({ decidedAt }) => decidedAt },
  decidedBy: { kind: "text", read: ({ decidedBy }) => decidedBy },
};

/** Exports all matching appeals with the chosen columns, in the order of the table. */
export const exportAppeals = defineExport({
  noun: "appeals",
  labels,
  readers,
  readBatches: (context, query: z.output<typeof exportAppealsInput>) =>
    listedAppeals.readBatches(context, query),
});
