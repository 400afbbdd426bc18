import type { z } from "zod";
import { defineExport } from "../office/exports/export-list.ts";
import { traderTable } from "./trader.table.ts";
import type { exportTradersInput } from "./trader.schema.ts";
import { judgedTradersSortedBy } from "./traders.queries.ts";

/** Exports all matching traders with the chosen columns, in the order of the table. */
export const exportTraders = defineExport({
  noun: traderTable.name,
  columns: traderTable.columns,
  readBatches: (context, query: z.output<typeof exportTradersInput>) =>
    judgedTradersSortedBy(query).readBatches(context, query),
});
