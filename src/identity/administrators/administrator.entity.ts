import { defineEntity, p } from "@mikro-orm/core";
import type { Generated } from "kysely";

const AdministratorSchema = defineEntity({
  name: "Administrator",
  tableName: "admins",
  properties: {
    id: p.integer().primary(),
    label: p.text(),
    /** A hash: see `access-key.ts`. */
    accessKey: p.text().hidden().unique("admins_access_key_unique"),
    createdAt: p.datetime(3),
    /** The key is invalid from this time on. The row stays, because other rows refer to it. */
    revokedAt: p.datetime(3).nullable(),
  },
});

/** A member of staff, or a tool, that signs in with an access key. */
export class Administrator extends AdministratorSchema.class {}

AdministratorSchema.setClass(Administrator);

declare module "../../platform/database/tables.ts" {
  interface Tables {
    admins: {
      id: Generated<number>;
      label: string;
      access_key: string;
      created_at: string;
      revoked_at: string | null;
    };
  }
}
