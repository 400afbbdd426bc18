import { defineEntity, p } from "@mikro-orm/core";
import { roleNames } from "../roles/roles.rule.ts";

export const AdministratorSchema = defineEntity({
  name: "Administrator",
  tableName: "admins",
  properties: {
    id: p.integer().primary().autoincrement(),
    /** The name shown to the team and in the audit log. */
    label: p.text(),
    role: p.enum(roleNames).default("owner"),
    /** A hash: see `administrators.ts`. */
    accessKey: p.text().hidden().unique("admins_access_key_unique"),
    createdAt: p.datetime(3),
    /** Accurate to five minutes; `null` if the administrator has never signed in. */
    lastSeenAt: p.datetime(3).nullable(),
    /** The key is invalid from this time on. The row stays, because other rows refer to it. */
    revokedAt: p.datetime(3).nullable(),
  },
});

/** A member of staff, or a tool, that signs in with an access key. */
export class Administrator extends AdministratorSchema.class {}

AdministratorSchema.setClass(Administrator);

/** What is required of all administrators. The table has at most one row. */
export const TeamSettings = defineEntity({
  name: "TeamSettings",
  tableName: "team_settings",
  properties: {
    id: p.integer().primary().autoincrement(false).default(1),
    secondFactorRequired: p.boolean(),
    updatedAt: p.datetime(3),
    updatedBy: p.text(),
  },
  checks: [{ name: "team_settings_id_check", expression: "id = 1" }],
});
