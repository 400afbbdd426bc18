import { Migration } from "@mikro-orm/migrations";

/** What applies to the whole firm. There is no row until an owner changes a setting. */
export class FirmSettings extends Migration {
  override up(): void {
    this.addSql(`create table "firm_settings" (
      "id" int primary key check ("id" = 1),
      "time_zone" text not null,
      "updated_at" timestamptz(3) not null,
      "updated_by" text not null)`);
  }
}
