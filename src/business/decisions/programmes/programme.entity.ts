import { defineEntity, p } from "@mikro-orm/core";
import type { ProgrammeStep } from "./programme.schema.ts";

/** What a firm offers: a ladder of stages, in all its versions. */
export const Programme = defineEntity({
  name: "Programme",
  tableName: "programmes",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    name: p.text(),
    /** An archived programme starts no new ladder. */
    archivedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
  },
  indexes: [
    {
      name: "programmes_name_unique",
      expression: `create unique index "programmes_name_unique" on "programmes" (lower(name))`,
    },
  ],
});

/** Rows are never updated or deleted; a trigger prevents it. */
export const ProgrammeVersion = defineEntity({
  name: "ProgrammeVersion",
  tableName: "programme_versions",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    programme: () =>
      p
        .manyToOne(Programme)
        .fieldName("programme_id")
        .foreignKeyName("programme_versions_programme_id_fkey")
        .deleteRule("no action")
        .updateRule("no action"),
    /** Starts at 1 in each programme. */
    version: p.integer(),
    currency: p.text(),
    /** Ascending, with two decimals. */
    initialBalances: p.array(),
    steps: p.json<ProgrammeStep[]>(),
    note: p.text().nullable(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
  },
  uniques: [
    {
      name: "programme_versions_programme_id_version_key",
      properties: ["programme", "version"],
    },
  ],
});
