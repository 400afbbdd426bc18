import { Migration } from "@mikro-orm/migrations";

/**
 * Second factors of traders and administrators, and whether the team must have one. The previous release reads none
 * of these tables, so during a rolling upgrade its instances sign people in without a second factor.
 */
export class SecondFactor extends Migration {
  override up(): void {
    const owner = (table: string) =>
      `"user_id" int null references "users" ("id") on delete cascade, "admin_id" int null references "admins" ("id") on delete cascade, constraint "${table}_have_one_owner" check ((user_id is null) <> (admin_id is null))`;
    this.addSql(
      `create table "totp_factors" ("id" serial primary key, "secret" text not null, "created_at" timestamptz(3) not null, "confirmed_at" timestamptz(3) null, "last_used_step" bigint null, ${owner("totp_factors")})`,
    );
    this.addSql(
      `alter table "totp_factors" add constraint "totp_factors_user_id_unique" unique ("user_id"), add constraint "totp_factors_admin_id_unique" unique ("admin_id")`,
    );
    this.addSql(
      `create table "recovery_codes" ("id" serial primary key, "code_hash" text not null, "salt" text not null, "used_at" timestamptz(3) null, ${owner("recovery_codes")})`,
    );
    this.addSql(
      `create table "passkeys" ("id" serial primary key, "credential_id" text not null, "public_key" bytea not null, "counter" bigint not null, "transports" text[] not null, "label" text not null, "created_at" timestamptz(3) not null, "last_used_at" timestamptz(3) null, constraint "passkeys_credential_id_unique" unique ("credential_id"), ${owner("passkeys")})`,
    );
    this.addSql(
      `create table "webauthn_challenges" ("challenge_hash" text primary key, "purpose" text not null check (purpose in ('registration', 'trader', 'administrator')), "user_id" int null references "users" ("id") on delete cascade, "admin_id" int null references "admins" ("id") on delete cascade, "expires_at" timestamptz(3) not null)`,
    );
    for (const table of ["recovery_codes", "passkeys", "webauthn_challenges"]) {
      for (const column of ["user_id", "admin_id"]) {
        this.addSql(
          `create index "${table}_${column}_index" on "${table}" ("${column}") where ${column} is not null`,
        );
      }
    }
    this.addSql(
      `create index "webauthn_challenges_expires_at_index" on "webauthn_challenges" ("expires_at")`,
    );
    this.addSql(
      `create table "team_settings" ("id" int primary key default 1 check (id = 1), "second_factor_required" boolean not null, "updated_at" timestamptz(3) not null, "updated_by" text not null)`,
    );
  }
}
