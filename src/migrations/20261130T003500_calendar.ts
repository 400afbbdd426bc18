import { Migration } from "@mikro-orm/migrations";

/** The calendar of economic events, in immutable versions. An event is contained in a range of versions. */
export class Calendar extends Migration {
  override up(): void {
    this.addSql(`create table "calendar_versions" (
      "id" int generated always as identity primary key,
      "version" int not null,
      "from_time" timestamptz(3) not null,
      "to_time" timestamptz(3) not null,
      "periods" jsonb not null,
      "added" int not null,
      "removed" int not null,
      "kept" int not null,
      "note" text null,
      "created_at" timestamptz(3) not null,
      "created_by" text not null,
      "fingerprint" uuid not null
    )`);
    this.addSql(
      `alter table "calendar_versions" add constraint "calendar_versions_version_key" unique ("version")`,
    );
    this.addSql(`create function calendar_versions_refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'versions of the calendar are immutable' using errcode = 'insufficient_privilege';
      end $$`);
    this.addSql(
      `create trigger calendar_versions_immutable before update or delete on calendar_versions for each row execute function calendar_versions_refuse()`,
    );
    this.addSql(`create table "calendar_events" (
      "id" int generated always as identity primary key,
      "at" timestamptz(3) not null,
      "currency" text not null,
      "impact" text not null,
      "title" text not null,
      "all_day" boolean not null,
      "announced_at" timestamptz(3) not null,
      "added_in" int not null,
      "removed_in" int null
    )`);
    this.addSql(`create index "calendar_events_at_index" on "calendar_events" ("at", "id")`);
  }
}
