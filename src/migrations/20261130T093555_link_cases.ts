import { Migration } from "@mikro-orm/migrations";

/** Cases about linked traders, the comparisons that open them, and the accounts that are to be compared. */
export class LinkCases extends Migration {
  override up(): void {
    this.addSql(
      `create table "changed_accounts" ("account_id" int not null, "is_traded" boolean not null, "changed_at" timestamptz(6) not null default clock_timestamp(), primary key ("account_id"))`,
    );
    this.addSql(
      `create function trading_accounts_delete_marks() returns trigger language plpgsql as $$
       begin
         delete from changed_accounts where account_id = old.id;
         return null;
       end $$`,
    );
    this.addSql(
      `create trigger trading_accounts_delete_marks after delete on trading_accounts
       for each row execute function trading_accounts_delete_marks()`,
    );
    this.addSql(
      `create table "link_cases" ("id" int generated always as identity not null primary key, "status" text not null, "opened_at" timestamptz(3) not null, "opened_by" text not null, "reason" text null, "is_held_open" boolean not null, "reopened_at" timestamptz(3) null, "decided_at" timestamptz(3) null, "withhold" boolean not null, "merged_into" int null)`,
    );
    this.addSql(`create index "link_cases_status_index" on "link_cases" ("status", "id")`);
    this.addSql(
      `create table "link_decisions" ("id" int generated always as identity not null primary key, "case_id" int not null, "decision" text not null, "reason" text not null, "at" timestamptz(3) not null, "by" text not null, "administrator_id" int null, "evidence_sha256" text not null, "snapshot" jsonb null)`,
    );
    this.addSql(`create index "link_decisions_case_index" on "link_decisions" ("case_id", "id")`);
    this.addSql(
      `create table "link_evidence" ("case_id" int not null, "kind" text not null, "low" int not null, "high" int not null, "evidence" jsonb not null, "rows" jsonb not null, "is_raised" boolean not null, "is_opening" boolean not null, primary key ("case_id", "kind", "low", "high"))`,
    );
    this.addSql(
      `create table "link_facts" ("case_id" int not null, "kind" text not null, "value_hash" text not null, "fact" jsonb not null, "is_connecting" boolean not null, "is_opening" boolean not null, primary key ("case_id", "kind", "value_hash"))`,
    );
    this.addSql(
      `create table "link_runs" ("id" int generated always as identity not null primary key, "from_time" timestamptz(3) not null, "to_time" timestamptz(3) not null, "accounts" int null, "entries" int null, "comparisons" bigint null, "opened" int null, "started_at" timestamptz(3) not null, "finished_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "link_members" ("user_id" int not null, "case_id" int not null, "is_named" boolean not null, "cleared_at" timestamptz(3) null, primary key ("user_id"))`,
    );
    this.addSql(`create index "link_members_case_index" on "link_members" ("case_id")`);
    this.addSql(
      `alter table "link_cases" add constraint "link_cases_merged_check" check ((status = 'merged') = (merged_into is not null))`,
    );
    this.addSql(
      `alter table "link_cases" add constraint "link_cases_status_check" check ("status" in ('open', 'watched', 'confirmed', 'dismissed', 'merged'))`,
    );
    this.addSql(
      `alter table "link_decisions" add constraint "link_decisions_case_id_foreign" foreign key ("case_id") references "link_cases" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "link_decisions" add constraint "link_decisions_decision_check" check ("decision" in ('watch', 'confirm', 'dismiss'))`,
    );
    this.addSql(
      `alter table "link_evidence" add constraint "link_evidence_case_id_foreign" foreign key ("case_id") references "link_cases" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "link_evidence" add constraint "link_evidence_kind_check" check ("kind" in ('copied', 'opposite'))`,
    );
    this.addSql(
      `alter table "link_facts" add constraint "link_facts_case_id_foreign" foreign key ("case_id") references "link_cases" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "link_facts" add constraint "link_facts_kind_check" check ("kind" in ('payee', 'device', 'network', 'person', 'household'))`,
    );
    this.addSql(
      `alter table "link_members" add constraint "link_members_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "link_members" add constraint "link_members_case_id_foreign" foreign key ("case_id") references "link_cases" ("id") on update no action on delete cascade`,
    );
  }
}
