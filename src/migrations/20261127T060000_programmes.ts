import { Migration } from "@mikro-orm/migrations";

/**
 * Programmes, their immutable versions, and the step of a programme at which a stage stands. The previous release
 * neither reads nor writes them, so that its stages stand at no step.
 */
export class Programmes extends Migration {
  override up(): void {
    this.addSql(`create table "programmes" (
      "id" int generated always as identity primary key,
      "name" text not null,
      "archived_at" timestamptz(3) null,
      "created_at" timestamptz(3) not null,
      "created_by" text not null)`);
    this.addSql(`create unique index "programmes_name_unique" on "programmes" (lower(name))`);
    this.addSql(`create table "programme_versions" (
      "id" int generated always as identity primary key,
      "programme_id" int not null references "programmes" ("id"),
      "version" int not null,
      "currency" text not null,
      "initial_balances" text[] not null,
      "steps" jsonb not null,
      "note" text null,
      "created_at" timestamptz(3) not null,
      "created_by" text not null,
      unique ("programme_id", "version"))`);
    this.addSql(`create function programme_versions_refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'versions of programmes are immutable' using errcode = 'insufficient_privilege';
      end $$`);
    this.addSql(
      `create trigger programme_versions_immutable before update or delete on programme_versions for each row execute function programme_versions_refuse()`,
    );
    this.addSql(
      `alter table "stages" add column "programme_version_id" int null, add column "programme_step" int null,
       add constraint "stages_programme_check" check (("programme_version_id" is null) = ("programme_step" is null))`,
    );
  }
}
