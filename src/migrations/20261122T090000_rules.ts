import { Migration } from "@mikro-orm/migrations";

/**
 * Rule sets, their immutable versions, and the versions that judged a stage earlier. The previous release neither reads
 * nor writes the tables.
 */
export class Rules extends Migration {
  override up(): void {
    this.addSql(`create table "rule_sets" (
      "id" int generated always as identity primary key,
      "name" text not null,
      "created_at" timestamptz(3) not null,
      "created_by" text not null)`);
    this.addSql(`create table "rule_versions" (
      "id" int generated always as identity primary key,
      "rule_set_id" int not null references "rule_sets" ("id"),
      "version" int not null,
      "rules" jsonb not null,
      "note" text null,
      "created_at" timestamptz(3) not null,
      "created_by" text not null,
      unique ("rule_set_id", "version"))`);
    this.addSql(`create function rule_versions_refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'versions of rules are immutable' using errcode = 'insufficient_privilege';
      end $$`);
    this.addSql(
      `create trigger rule_versions_immutable before update or delete on rule_versions for each row execute function rule_versions_refuse()`,
    );
    this.addSql(`create table "rule_changes" (
      "account_id" int not null,
      "id" int generated always as identity,
      "stage_id" int not null,
      "from_version_id" int null,
      "to_version_id" int not null,
      "reason" text not null,
      "at" timestamptz(3) not null,
      "by" text not null,
      primary key ("account_id", "id"))`);
    this
      .addSql(`create function trading_accounts_delete_rule_changes() returns trigger language plpgsql as $$
      begin
        delete from rule_changes where account_id = old.id;
        return null;
      end $$`);
    this.addSql(
      `create trigger trading_accounts_delete_rule_changes after delete on trading_accounts
       for each row execute function trading_accounts_delete_rule_changes()`,
    );
  }
}
