import { defineEntity, p } from "@mikro-orm/core";
import { AdministratorSchema } from "../../../identity/team/administrator.entity.ts";

/** Search, filters, sort and columns of a list under a name. */
export const SavedView = defineEntity({
  name: "SavedView",
  tableName: "saved_views",
  properties: {
    id: p.integer().primary().autoincrement().generated("by default as identity"),
    author: () =>
      p
        .manyToOne(AdministratorSchema)
        .fieldName("author_id")
        .foreignKeyName("saved_views_author_id_fkey")
        .deleteRule("no action")
        .updateRule("no action"),
    /** The name of a table: not an enum, so that a new table needs no migration. */
    list: p.text(),
    name: p.text(),
    parameters: p.json<Record<string, string>>(),
    isShared: p.boolean(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  indexes: [
    { name: "saved_views_author_id_list_index", properties: ["author", "list"] },
    { name: "saved_views_shared_index", properties: ["list"], where: "is_shared" },
  ],
  checks: [
    { name: "saved_views_name_check", expression: "btrim(name) <> ''" },
    { name: "saved_views_parameters_check", expression: "jsonb_typeof(parameters) = 'object'" },
  ],
});
