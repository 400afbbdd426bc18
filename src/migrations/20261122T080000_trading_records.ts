import { Migration } from "@mikro-orm/migrations";

/** The columns of all records of a trading platform: the stage that the record belongs to, and its source. */
const source = `
  "account_id" int not null,
  "id" bigint generated always as identity,
  "stage_id" int null,
  "stands" boolean not null,
  "ticket" text not null,
  "time" timestamptz(3) not null,
  "statement_id" int null,
  "row" int null,
  "token_id" int null,
  "received_at" timestamptz(3) null`;

/**
 * Stages, statements, the trading record and the rows derived from it. The account's id is first in every
 * primary key, so that the tables can be distributed by account. They have no foreign keys, which would
 * cost the feed more than the inserts; a trigger deletes the rows together with their account.
 */
export class TradingRecords extends Migration {
  override up(): void {
    this.#extendAccounts();
    this.#addStages();
    this.#addRecords();
    this.#addDerivedRows();
    this.#deleteWithAccount();
  }

  #extendAccounts(): void {
    // Figures derived from records may have more digits than the twelve that users may enter.
    this.addSql(`alter table "trading_accounts"
      alter column "balance" type numeric(30, 2),
      alter column "profit_loss" type numeric(30, 2),
      add column "recorded_at" timestamptz(3) null,
      add column "typed_balance" numeric(30, 2) null,
      add column "typed_profit_loss" numeric(30, 2) null`);
    this.addSql(
      `create index "trading_accounts_login_index" on "trading_accounts" ("login") where login is not null`,
    );
  }

  #addStages(): void {
    this.addSql(`create table "stages" (
      "account_id" int not null,
      "id" int generated always as identity,
      "phase" text not null,
      "currency" text not null,
      "initial_balance" numeric(30, 2) not null,
      "rules_version_id" int null,
      "started_at" timestamptz(3) not null,
      "ended_at" timestamptz(3) null,
      "outcome" text null check ("outcome" in ('passed', 'failed', 'abandoned')),
      "created_at" timestamptz(3) not null,
      primary key ("account_id", "id"),
      check ("ended_at" >= "started_at"),
      check ("initial_balance" <> 'NaN'))`);
    this.addSql(`create index "stages_id_index" on "stages" ("id")`);
    this.addSql(
      `create unique index "stages_open_unique" on "stages" ("account_id") where ended_at is null`,
    );
    this.addSql(`create table "statements" (
      "account_id" int not null,
      "id" int generated always as identity,
      "stage_id" int not null,
      "format" text not null,
      "file_name" text not null,
      "file_key" text not null,
      "sha256" text not null,
      "size" int not null,
      "time_zone" text not null,
      "login" text null,
      "account_name" text null,
      "currency" text null,
      "from_time" timestamptz(3) null,
      "to_time" timestamptz(3) null,
      "counts" jsonb not null,
      "totals" jsonb not null,
      "opening_balance" numeric(30, 2) null,
      "closing_balance" numeric(30, 2) null,
      "status" text not null,
      "difference" numeric(30, 2) not null,
      "findings" jsonb not null,
      "needs_confirmation" boolean not null,
      "confirmed_at" timestamptz(3) null,
      "confirmed_by" text null,
      "created_at" timestamptz(3) not null,
      "created_by" text not null,
      "withdrawn_at" timestamptz(3) null,
      "withdrawn_by" text null,
      "withdrawn_reason" text null,
      primary key ("account_id", "id"))`);
    this.addSql(`create index "statements_id_index" on "statements" ("id")`);
    this.addSql(`create index "statements_file_key_index" on "statements" ("file_key")`);
    this.addSql(
      `create unique index "statements_bytes_unique" on "statements" ("account_id", "stage_id", "sha256") where withdrawn_at is null`,
    );
  }

  #addRecords(): void {
    this.addSql(`create table "deals" (${source},
      "position" text not null,
      "entry" text not null,
      "symbol" text not null,
      "side" text not null,
      "volume" numeric not null,
      "price" numeric not null,
      "profit" numeric(30, 2) not null,
      "commission" numeric(30, 2) not null,
      "swap" numeric(30, 2) not null,
      "fee" numeric(30, 2) not null,
      primary key ("account_id", "id"))`);
    this.addSql(`create index "deals_ticket_index" on "deals" ("account_id", "ticket")`);
    this.addSql(
      `create index "deals_position_index" on "deals" ("account_id", "stage_id", "position")`,
    );
    this.addSql(
      `create index "deals_time_index" on "deals" ("account_id", "stage_id", "time") where stands`,
    );
    this.addSql(
      `create index "deals_repeated_index" on "deals" ("account_id", "stage_id", "ticket") where not stands`,
    );
    this.addSql(`create table "operations" (${source},
      "kind" text not null,
      "amount" numeric(30, 2) not null,
      "reason" text null,
      "created_by" text null,
      primary key ("account_id", "id"))`);
    this.addSql(`create index "operations_ticket_index" on "operations" ("account_id", "ticket")`);
    this.addSql(
      `create index "operations_time_index" on "operations" ("account_id", "stage_id", "time") where stands`,
    );
    this.addSql(`create table "snapshots" (
      "account_id" int not null,
      "time" timestamptz(3) not null,
      "balance" numeric(30, 2) not null,
      "equity" numeric(30, 2) not null,
      "token_id" int not null,
      "received_at" timestamptz(3) not null,
      primary key ("account_id", "time"))`);
  }

  #addDerivedRows(): void {
    this.addSql(`create table "trades" (
      "account_id" int not null,
      "stage_id" int not null,
      "position" text not null,
      "id" bigint not null,
      "symbol" text not null,
      "side" text not null,
      "volume" numeric not null,
      "open_time" timestamptz(3) not null,
      "close_time" timestamptz(3) null,
      "close_order" timestamptz(3) not null,
      "close_day" date null,
      "open_price" numeric not null,
      "close_price" numeric null,
      "profit" numeric(30, 2) not null,
      "commission" numeric(30, 2) not null,
      "swap" numeric(30, 2) not null,
      "fee" numeric(30, 2) not null,
      "net" numeric(30, 2) not null,
      "has_conflict" boolean not null,
      "sources" jsonb not null,
      primary key ("account_id", "stage_id", "position"))`);
    this.addSql(
      `create index "trades_open_time_index" on "trades" ("account_id", "stage_id", "open_time" desc, "id" desc)`,
    );
    this.addSql(
      `create index "trades_close_day_index" on "trades" ("account_id", "stage_id", "close_day")`,
    );
    this.addSql(`create table "trading_days" (
      "account_id" int not null,
      "stage_id" int not null,
      "day" date not null,
      "starts_at" timestamptz(3) not null,
      "ends_at" timestamptz(3) not null,
      "opening_balance" numeric(30, 2) not null,
      "closing_balance" numeric(30, 2) not null,
      "net" numeric(30, 2) not null,
      "has_deals" boolean not null,
      "trades" int not null default 0,
      "wins" int not null default 0,
      "losses" int not null default 0,
      "equity_low" numeric(30, 2) null,
      "equity_high" numeric(30, 2) null,
      "carried_since" timestamptz(3) null,
      "first_observation" timestamptz(3) null,
      "open_since" timestamptz(3) null,
      "open_seconds" int not null,
      "observed_seconds" int not null,
      "points" jsonb not null,
      "checkpoint" jsonb not null,
      primary key ("account_id", "stage_id", "day"))`);
    this.addSql(`create table "equity_hours" (
      "account_id" int not null,
      "stage_id" int not null,
      "day" date not null,
      "hour" smallint not null,
      "points" jsonb not null,
      primary key ("account_id", "stage_id", "day", "hour"))`);
    this.addSql(`create table "stage_progress" (
      "account_id" int not null,
      "stage_id" int not null,
      "revision" bigint not null,
      "state" jsonb not null,
      "statistics_revision" bigint null,
      "statistics" jsonb null,
      primary key ("account_id", "stage_id"))`);
  }

  #deleteWithAccount(): void {
    const tables = [
      "stages",
      "statements",
      "deals",
      "operations",
      "snapshots",
      "trades",
      "trading_days",
      "equity_hours",
      "stage_progress",
    ];
    this.addSql(
      `create function trading_accounts_delete_records() returns trigger language plpgsql as $$
       begin
         ${tables.map((table) => `delete from ${table} where account_id = old.id;`).join("\n")}
         return null;
       end $$`,
    );
    this.addSql(
      `create trigger trading_accounts_delete_records after delete on trading_accounts
       for each row execute function trading_accounts_delete_records()`,
    );
  }
}
