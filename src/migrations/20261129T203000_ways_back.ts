import { Migration } from "@mikro-orm/migrations";

/**
 * The ways back of traders whose account was taken over, or who have lost their second factor. Both new columns are
 * nullable, so nothing is rewritten. The previous release removes factors for good, and holds no request.
 */
export class WaysBack extends Migration {
  override up(): void {
    this.addSql(
      `create table "removed_factors" ("id" int generated always as identity not null primary key, "user_id" int not null, "kind" text not null, "factor_id" int not null, "added_at" timestamptz(3) null, "removed_at" timestamptz(3) not null, "secret" text null, "data" jsonb not null)`,
    );
    this.addSql(
      `create index "removed_factors_removed_at_index" on "removed_factors" ("removed_at")`,
    );
    this.addSql(`create index "removed_factors_user_id_index" on "removed_factors" ("user_id")`);
    this.addSql(
      `create table "mailed_links" ("id" int generated always as identity not null primary key, "user_id" int not null, "purpose" text not null, "token_hash" text not null, "about" timestamptz(3) not null, "expires_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `alter table "mailed_links" add constraint "mailed_links_token_hash_unique" unique ("token_hash")`,
    );
    this.addSql(`create index "mailed_links_expires_at_index" on "mailed_links" ("expires_at")`);
    this.addSql(`create index "mailed_links_user_id_index" on "mailed_links" ("user_id")`);
    this.addSql(
      `create table "former_emails" ("user_id" int not null, "email" text not null, "until" timestamptz(3) not null, primary key ("user_id", "email"))`,
    );
    this.addSql(`create index "former_emails_until_index" on "former_emails" ("until")`);
    this.addSql(
      `create table "factor_recoveries" ("user_id" int not null, "requested_at" timestamptz(3) not null, "ends_at" timestamptz(3) not null, "requested_by" text not null, "reason" text not null, primary key ("user_id"))`,
    );
    this.addSql(
      `create index "factor_recoveries_ends_at_index" on "factor_recoveries" ("ends_at")`,
    );
    this.addSql(`alter table "recovery_codes" add "created_at" timestamptz(3) null`);
    this.addSql(`alter table "payout_requests" add "held_at" timestamptz(3) null`);
    this.addSql(
      `alter table "removed_factors" add constraint "removed_factors_user_id_fkey" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "removed_factors" add constraint "removed_factors_kind_check" check ("kind" in ('totp', 'passkey', 'recovery-codes'))`,
    );
    this.addSql(
      `alter table "mailed_links" add constraint "mailed_links_user_id_fkey" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "mailed_links" add constraint "mailed_links_purpose_check" check ("purpose" in ('not-me', 'stop-recovery'))`,
    );
    this.addSql(
      `alter table "former_emails" add constraint "former_emails_user_id_fkey" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "factor_recoveries" add constraint "factor_recoveries_user_id_fkey" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );
  }
}
