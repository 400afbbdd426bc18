import { Migration } from "@mikro-orm/migrations";

/** The keys that case files are signed with. The private ones are encrypted; the newest one signs. */
export class SigningKeys extends Migration {
  override up(): void {
    this.addSql(`create table "signing_keys" (
      "number" int generated always as identity primary key,
      "id" text not null unique,
      "public_key" text not null,
      "private_key" text not null,
      "created_at" timestamptz(3) not null)`);
  }
}
