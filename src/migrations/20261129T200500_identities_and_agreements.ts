import { Migration } from "@mikro-orm/migrations";

/**
 * The identities of traders with their encrypted facts and pictures, and agreements with what traders have accepted. The
 * previous release neither reads nor writes any of it.
 */
export class IdentitiesAndAgreements extends Migration {
  override up(): void {
    this.addSql(
      `create table "agreements" ("id" int generated always as identity not null primary key, "name" text not null, "archived_at" timestamptz(3) null, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(`create unique index "agreements_name_unique" on "agreements" (lower(name))`);
    this.addSql(
      `create table "agreement_versions" ("id" int generated always as identity not null primary key, "agreement_id" int not null, "version" int not null, "text" text not null, "sha256" text not null, "created_at" timestamptz(3) not null, "created_by" text not null)`,
    );
    this.addSql(
      `alter table "agreement_versions" add constraint "agreement_versions_unique" unique ("agreement_id", "version")`,
    );
    this.addSql(
      `create table "identity_settings" ("id" int not null, "attempts" int not null, "pictures" text[] not null, "valid_months" int null, "keep_days" int not null, "updated_at" timestamptz(3) not null, "updated_by" text not null, primary key ("id"))`,
    );
    this.addSql(
      `create table "identity_profiles" ("user_id" int not null, "reference" text not null, "used_attempts" int not null default 0, "checked_at" timestamptz(3) null, primary key ("user_id"))`,
    );
    this.addSql(
      `alter table "identity_profiles" add constraint "identity_profiles_reference_unique" unique ("reference")`,
    );
    this.addSql(
      `create table "identities" ("id" int generated always as identity not null primary key, "user_id" int not null, "facts" text null, "status" text not null, "reason" text null, "checker" text null, "created_at" timestamptz(3) not null, "submitted_at" timestamptz(3) null, "decided_at" timestamptz(3) null, "decided_by" text null, "expires_at" timestamptz(3) null, "place" bigint generated always as (coalesce((extract(epoch from (submitted_at at time zone 'UTC')) * 1000)::bigint, '9007199254740991'::bigint)) stored not null)`,
    );
    this.addSql(`create index "identities_user_id_id_index" on "identities" ("user_id", "id")`);
    this.addSql(`create index "identities_place_index" on "identities" ("place", "id")`);
    this.addSql(
      `create index "identities_status_place_index" on "identities" ("status", "place", "id")`,
    );
    this.addSql(
      `create unique index "identities_open_unique" on "identities" ("user_id") where status in ('draft', 'submitted')`,
    );
    this.addSql(
      `create table "identity_files" ("id" int generated always as identity not null primary key, "identity_id" int not null, "user_id" int not null, "side" text not null, "kind" text not null, "size" int not null, "file_key" text not null, "data_key" text not null, "uploaded_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "identity_files_file_key_index" on "identity_files" ("file_key")`);
    this.addSql(
      `alter table "identity_files" add constraint "identity_files_side_unique" unique ("identity_id", "side")`,
    );
    this.addSql(
      `create table "agreement_acceptances" ("id" int generated always as identity not null primary key, "user_id" int not null, "version_id" int not null, "full_name" text null, "accepted_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `alter table "agreement_acceptances" add constraint "agreement_acceptances_unique" unique ("user_id", "version_id")`,
    );
    this.addSql(
      `alter table "agreement_versions" add constraint "agreement_versions_agreement_id_foreign" foreign key ("agreement_id") references "agreements" ("id") on update no action on delete no action`,
    );
    this.addSql(
      `alter table "identity_settings" add constraint "identity_settings_id_check" check (id = 1)`,
    );
    this.addSql(
      `alter table "identity_settings" add constraint "identity_settings_numbers_check" check (attempts >= 1 and attempts <= 10 and (valid_months is null or valid_months >= 1 and valid_months <= 120) and keep_days >= 1 and keep_days <= 3650)`,
    );
    this.addSql(
      `alter table "identity_profiles" add constraint "identity_profiles_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "identities" add constraint "identities_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "identities" add constraint "identities_decided" check ((status in ('approved', 'rejected')) = (decided_at is not null))`,
    );
    this.addSql(
      `alter table "identities" add constraint "identities_status_check" check ("status" in ('draft', 'submitted', 'approved', 'rejected'))`,
    );
    this.addSql(
      `alter table "identity_files" add constraint "identity_files_identity_id_foreign" foreign key ("identity_id") references "identities" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "identity_files" add constraint "identity_files_side_check" check ("side" in ('front', 'back', 'selfie', 'address'))`,
    );
    this.addSql(
      `alter table "identity_files" add constraint "identity_files_kind_check" check ("kind" in ('jpg', 'png', 'pdf'))`,
    );
    this.addSql(
      `alter table "agreement_acceptances" add constraint "agreement_acceptances_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "agreement_acceptances" add constraint "agreement_acceptances_version_id_foreign" foreign key ("version_id") references "agreement_versions" ("id") on update no action on delete no action`,
    );
  }
}
