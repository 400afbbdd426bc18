import { Migration } from "@mikro-orm/migrations";

/** Traders who are one person. A person without traders, because all were deleted, is deleted, too. */
export class Persons extends Migration {
  override up(): void {
    this.addSql(`create table "persons" (
      "id" int generated always as identity,
      "name" text not null,
      "reason" text not null,
      "link_id" int null,
      "created_at" timestamptz(3) not null,
      "created_by" text not null,
      primary key ("id")
    )`);
    this.addSql(`create index "persons_link_id_index" on "persons" ("link_id")`);
    this.addSql(`create table "person_traders" (
      "user_id" int not null,
      "person_id" int not null,
      "added_at" timestamptz(3) not null,
      primary key ("user_id"),
      constraint "person_traders_user_id_fkey" foreign key ("user_id") references "users" ("id") on update no action on delete cascade,
      constraint "person_traders_person_id_fkey" foreign key ("person_id") references "persons" ("id") on update no action on delete cascade
    )`);
    this.addSql(`create index "person_traders_person_id_index" on "person_traders" ("person_id")`);
    this
      .addSql(`create function person_traders_delete_person() returns trigger language plpgsql as $$
      begin
        -- Two traders may be deleted at once.
        perform from persons where id = old.person_id for update;
        delete from persons where id = old.person_id
          and not exists (select from person_traders where person_id = old.person_id);
        return null;
      end $$`);
    this.addSql(
      `create trigger person_traders_delete_person after delete on person_traders for each row execute function person_traders_delete_person()`,
    );
  }
}
