import { defineEntity, p } from "@mikro-orm/core";
import type { Deviation } from "../verdicts/verdict.entity.ts";

/** A rebuild of the derived rows and verdicts of all accounts. At most one is unfinished. */
export const Rebuild = defineEntity({
  name: "Rebuild",
  tableName: "rebuilds",
  properties: {
    id: p.integer().primary().autoincrement().generated("by default as identity"),
    accounts: p.integer(),
    startedAt: p.datetime(3),
    stoppedAt: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: "rebuilds_unfinished_unique",
      expression: `create unique index "rebuilds_unfinished_unique" on "rebuilds" ((finished_at is null)) where finished_at is null`,
    },
  ],
});

/** A range of accounts that one job rebuilds. */
export const RebuildChunk = defineEntity({
  name: "RebuildChunk",
  tableName: "rebuild_chunks",
  properties: {
    rebuild: () =>
      p
        .manyToOne(Rebuild)
        .primary()
        .fieldName("rebuild_id")
        .foreignKeyName("rebuild_chunks_rebuild_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    firstAccountId: p.integer().primary(),
    lastAccountId: p.integer(),
    accounts: p.integer(),
    /** Null until every account of the chunk has been rebuilt. */
    doneAt: p.datetime(3).nullable(),
    /** The stages whose rows differed. */
    deviations: p.json<Deviation[]>().defaultRaw("'[]'"),
  },
});
