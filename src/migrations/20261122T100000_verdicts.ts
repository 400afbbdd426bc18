import { Migration } from "@mikro-orm/migrations";

/**
 * Stored and current verdicts, reviews, the hash of a stage's records, and the readiness at the time of a payout
 * request. The previous release neither reads nor writes them.
 */
export class Verdicts extends Migration {
  override up(): void {
    this.#addVerdicts();
    this.#addReviews();
    this.addSql(`alter table "stage_progress"
      add column "records_revision" bigint null,
      add column "records_sha256" text null`);
    // Every snapshot rewrites states of a few kilobytes, so they stay in the row and uncompressed.
    this.addSql(`alter table "stage_progress" set (toast_tuple_target = 8160)`);
    this.addSql(`alter table "payout_requests" add column "readiness" jsonb null`);
    this.#deleteWithAccount();
  }

  #addVerdicts(): void {
    this.addSql(`create table "verdicts" (
      "account_id" int not null,
      "id" int generated always as identity,
      "stage_id" int not null,
      "at" timestamptz(3) not null,
      "outcome" text not null,
      "grade" text not null,
      "key" text not null,
      "verdict" jsonb not null,
      "cause" jsonb not null,
      primary key ("account_id", "id"))`);
    this.addSql(
      `create index "verdicts_stage_index" on "verdicts" ("account_id", "stage_id", "id")`,
    );
    this.addSql(`create table "current_verdicts" (
      "account_id" int not null,
      "stage_id" int not null,
      "is_open" boolean not null,
      "as_of" timestamptz(3) not null,
      "outcome" text not null,
      "grade" text not null,
      "key" text not null,
      "daily_room" numeric(30, 2) null,
      "daily_room_resets_at" timestamptz(3) null,
      "next_check_at" timestamptz(3) null,
      primary key ("account_id", "stage_id")) with (fillfactor = 80)`);
    // For the risk list: open stages that are in progress, those with the least daily room first.
    this.addSql(`create index "current_verdicts_risk_index"
      on "current_verdicts" ("daily_room", "account_id")
      where is_open and outcome = 'in_progress' and daily_room is not null`);
    this.addSql(`create index "current_verdicts_due_index" on "current_verdicts" ("next_check_at")
      where next_check_at is not null`);
  }

  #addReviews(): void {
    this.addSql(`create table "reviews" (
      "account_id" int not null,
      "id" int generated always as identity,
      "stage_id" int not null,
      "kind" text not null check ("kind" in ('breach', 'pass')),
      "verdict" jsonb not null,
      "subjects" text[] not null,
      "former_status" text not null,
      "created_at" timestamptz(3) not null,
      "decision" text null check ("decision" in ('confirm', 'dismiss')),
      "reason" text null,
      "decided_at" timestamptz(3) null,
      "decided_by" text null,
      primary key ("account_id", "id"))`);
    this.addSql(`create unique index "reviews_id_index" on "reviews" ("id")`);
    this.addSql(`create index "reviews_open_index" on "reviews" ("id") where decision is null`);
    // Two transactions cannot open the same review.
    this.addSql(`create unique index "reviews_open_unique"
      on "reviews" ("account_id", "stage_id", "kind") where decision is null`);
  }

  #deleteWithAccount(): void {
    const tables = ["verdicts", "current_verdicts", "reviews"];
    this.addSql(
      `create function trading_accounts_delete_verdicts() returns trigger language plpgsql as $$
       begin
         ${tables.map((table) => `delete from ${table} where account_id = old.id;`).join("\n")}
         return null;
       end $$`,
    );
    this.addSql(
      `create trigger trading_accounts_delete_verdicts after delete on trading_accounts
       for each row execute function trading_accounts_delete_verdicts()`,
    );
  }
}
