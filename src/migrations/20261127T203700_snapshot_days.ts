import { Migration } from "@mikro-orm/migrations";

/** Packs the snapshots of past days into one row per account and day, which is deleted together with its account. */
export class SnapshotDays extends Migration {
  override up(): void {
    this.addSql(`create table "snapshot_days" (
      "account_id" int not null,
      "day" date not null,
      "snapshots" int not null,
      "step" int not null,
      "times" bigint[] not null,
      "balances" bigint[] not null,
      "equities" bigint[] not null,
      "token_ids" int[] not null,
      "delays" bigint[] not null,
      primary key ("account_id", "day"))`);
    const tables = [
      "stages",
      "statements",
      "deals",
      "operations",
      "snapshots",
      "snapshot_days",
      "trades",
      "trading_days",
      "equity_hours",
      "stage_progress",
    ];
    this.addSql(
      `create or replace function trading_accounts_delete_records() returns trigger language plpgsql as $$
       begin
         ${tables.map((table) => `delete from ${table} where account_id = old.id;`).join("\n")}
         return null;
       end $$`,
    );
  }
}
