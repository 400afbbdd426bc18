import type { z } from "zod";
import { defineExport } from "../office/exports/export-list.ts";
import { traderColumns } from "./trader-columns.rule.ts";
import type { exportTradersInput } from "./trader.schema.ts";
import { judgedTradersSortedBy } from "./traders.queries.ts";

/** Exports all matching traders with the chosen columns, in the order of the table. */
export const exportTraders = defineExport({
  noun: "users",
  columns: traderColumns,
  readBatches: (context, query: z.output<typeof exportTradersInput>) =>
    judgedTradersSortedBy(query).readBatches(context, query),
});
