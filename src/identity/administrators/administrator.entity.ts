import { defineEntity, p } from "@mikro-orm/core";
import type { Generated } from "kysely";

const AdministratorSchema = defineEntity({
  name: "Administrator",
  tableName: "admins",
  properties: {
    id: p.integer().primary(),
    label: p.text(),
    /** Hashed: see `admins/access-key.ts`. */
    accessKey: p.text().hidden().unique("admins_access_key_unique"),
    createdAt: p.datetime(3),
    /** From then on the key opens nothing; the row stays for what refers to it. */
    revokedAt: p.datetime(3).nullable(),
  },
});

/** A person, or a tool, that runs the firm's book, signed in by an access key. */
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
