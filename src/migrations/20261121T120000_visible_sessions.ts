import { Migration } from "@mikro-orm/migrations";

/** Address, device and last use of sessions, and the devices that traders have used before. */
export class VisibleSessions extends Migration {
  override up(): void {
    this.addSql(`alter table "sessions" add column "address" text null`);
    this.addSql(`alter table "sessions" add column "user_agent" text null`);
    this.addSql(`alter table "sessions" add column "last_seen_at" timestamptz(3) null`);
    this.addSql(`update sessions set last_seen_at = created_at`);
    this.addSql(`alter table "sessions" alter column "last_seen_at" set not null`);
    this.addSql(
      `create table "known_devices" ("trader_id" int not null, "device_hash" text not null, "last_seen_at" timestamptz(3) not null, primary key ("trader_id", "device_hash"))`,
    );
    this.addSql(
      `create index "known_devices_last_seen_at_index" on "known_devices" ("last_seen_at")`,
    );
    this.addSql(
      `alter table "known_devices" add constraint "known_devices_trader_id_foreign" foreign key ("trader_id") references "users" ("id") on update no action on delete cascade`,
    );
  }
}
