import { defineEntity, p } from "@mikro-orm/core";

/** The table has at most one row. */
export const MailSettings = defineEntity({
  name: "MailSettings",
  tableName: "mail_settings",
  properties: {
    id: p.integer().$type<1>().primary().autoincrement(false),
    /** The kinds of mails that the firm does not send. */
    switchedOff: p.array(),
    updatedAt: p.datetime(3),
    updatedBy: p.text(),
  },
  checks: [{ name: "mail_settings_id_check", expression: "id = 1" }],
});
