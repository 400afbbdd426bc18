import { Migration } from "@mikro-orm/migrations";

/** Internal notes and tags of traders, which are deleted together with their trader. */
export class NotesAndTags extends Migration {
  override up(): void {
    this.addSql(
      `create table "trader_notes" (
         "id" serial primary key,
         "user_id" int not null references "users" ("id") on delete cascade,
         "body" text not null check (body <> ''),
         "author_kind" text not null, "author_id" int null, "author_name" text not null,
         "created_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "trader_notes_user_id_id_index" on "trader_notes" ("user_id", "id")`);
    // Append-only: notes are only deleted by the cascade from their trader.
    this.addSql(
      `create function trader_notes_reject_update() returns trigger language plpgsql as $$
       begin
         raise exception 'trader_notes is append-only';
       end $$`,
    );
    this.addSql(
      `create trigger trader_notes_reject_update before update on trader_notes
       for each statement execute function trader_notes_reject_update()`,
    );
    this.addSql(
      `create table "trader_tags" (
         "user_id" int not null references "users" ("id") on delete cascade,
         "tag" text not null check (tag <> ''),
         primary key ("user_id", "tag"))`,
    );
    this.addSql(`create index "trader_tags_tag_user_id_index" on "trader_tags" ("tag", "user_id")`);
  }
}
