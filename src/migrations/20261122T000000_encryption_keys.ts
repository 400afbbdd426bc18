import { Migration } from "@mikro-orm/migrations";

/** The encryption keys that apps have started with, so that a rotation to any other key is refused. */
export class EncryptionKeys extends Migration {
  override up(): void {
    this.addSql(
      `create table "encryption_keys" ("id" text not null, "first_seen_at" timestamptz(3) not null, primary key ("id"))`,
    );
  }
}
