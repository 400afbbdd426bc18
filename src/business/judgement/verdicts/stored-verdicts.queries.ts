import { integer, json, text, timestamp } from "../../../platform/database/columns.ts";
import { defineList } from "../../../platform/lists/define-list.ts";

/** The verdicts that were kept, newest first. */
export const storedVerdicts = defineList({
  name: "verdicts",
  from: "verdicts",
  columns: {
    id: integer("verdicts.id"),
    at: timestamp("verdicts.at"),
    outcome: text("verdicts.outcome"),
    grade: text("verdicts.grade"),
    verdict: json("verdicts.verdict"),
    cause: json("verdicts.cause"),
  },
  filters: {
    accountId: "verdicts.account_id",
    stageId: "verdicts.stage_id",
  },
  // A verdict may hold 20 kB.
  batchSize: 200,
});
