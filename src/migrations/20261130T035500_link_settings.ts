import { Migration } from "@mikro-orm/migrations";

/** The settings for links between accounts, in immutable versions. */
export class LinkSettings extends Migration {
  override up(): void {
    this.addSql(`create table "link_settings_versions" (
      "version" int not null,
      "settings" jsonb not null,
      "note" text null,
      "created_at" timestamptz(3) not null,
      "created_by" text not null,
      primary key ("version")
    )`);
    this
      .addSql(`insert into "link_settings_versions" ("version", "settings", "note", "created_at", "created_by")
      values (1, '{
        "days": 30,
        "copied": {"seconds": 10, "matches": 5, "sharePercent": 50, "oneIn": 1000000000},
        "opposite": {"seconds": 60, "matches": 5, "sharePercent": 50, "oneIn": 1000000000, "overlapSeconds": 10},
        "crowd": 10,
        "facts": {"payee": "open", "device": "open", "network": "note", "person": "open", "household": "note"},
        "retentionDays": 180,
        "instruments": []
      }', null, now(), 'Propdesk')`);
    this
      .addSql(`create function link_settings_versions_refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'versions of the settings for links are immutable' using errcode = 'insufficient_privilege';
      end $$`);
    this.addSql(
      `create trigger link_settings_versions_immutable before update or delete on link_settings_versions for each row execute function link_settings_versions_refuse()`,
    );
  }
}
