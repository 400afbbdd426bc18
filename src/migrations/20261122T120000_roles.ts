import { Migration } from "@mikro-orm/migrations";

/**
 * Roles of administrators. Existing ones become owners, as do those that the previous release still adds
 * during a rolling upgrade: until now, every administrator was allowed to do everything.
 */
export class Roles extends Migration {
  override up(): void {
    this.addSql(
      `alter table "admins" add column "role" text not null default 'owner', add column "last_seen_at" timestamptz(3) null`,
    );
    this.addSql(
      `alter table "admins" add constraint "admins_role_check" check ("role" in ('owner', 'risk', 'payouts', 'support'))`,
    );
    this.addSql(
      `update "admins" set "last_seen_at" = (select max("last_seen_at") from "sessions" where "admin_id" = "admins"."id")`,
    );
  }
}
