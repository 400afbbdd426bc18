import { Migration } from "@mikro-orm/migrations";

/** The browsers and networks from which traders have registered or signed in, as keyed hashes. */
export class TraderTraces extends Migration {
  override up(): void {
    this.addSql(`create table "trader_traces" (
      "trader_id" int not null,
      "kind" text not null,
      "hash" text not null,
      "first_at" timestamptz(3) not null,
      "last_at" timestamptz(3) not null,
      "sign_ins" int not null,
      primary key ("trader_id", "kind", "hash"),
      constraint "trader_traces_trader_id_fkey" foreign key ("trader_id") references "users" ("id") on update no action on delete cascade
    )`);
    this.addSql(`create index "trader_traces_hash_index" on "trader_traces" ("hash")`);
    this.addSql(`create index "trader_traces_last_at_index" on "trader_traces" ("last_at")`);
  }
}
