import { defineEntity, p } from "@mikro-orm/core";

/** The table has at most one row. */
export const FirmSettings = defineEntity({
  name: "FirmSettings",
  tableName: "firm_settings",
  properties: {
    id: p.integer().$type<1>().primary().autoincrement(false),
    timeZone: p.text(),
    updatedAt: p.datetime(3),
    updatedBy: p.text(),
  },
  checks: [{ name: "firm_settings_id_check", expression: "id = 1" }],
});
