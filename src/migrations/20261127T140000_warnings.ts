import { Migration } from "@mikro-orm/migrations";

/**
 * Warnings about loss limits, which webhooks receive, and the percents at which they are sent. The previous release
 * neither reads nor writes them, and sends no webhook for them.
 */
export class Warnings extends Migration {
  override up(): void {
    this.addSql(`create table "account_warnings" (
      "account_id" int not null,
      "id" int generated always as identity,
      "stage_id" int not null,
      "kind" text not null,
      "index" int not null,
      "percent" int not null,
      "day" text null,
      "at" timestamptz(3) not null,
      "value" numeric(30, 2) not null,
      "floor" numeric(30, 2) not null,
      "room" numeric(30, 2) not null,
      "created_at" timestamptz(3) not null,
      primary key ("account_id", "id"),
      constraint "account_warnings_kind_check" check ("kind" in ('daily_loss', 'max_loss')))`);
    this.addSql(`create unique index "account_warnings_unique" on "account_warnings"
      ("account_id", "stage_id", "kind", "index", coalesce("day", ''), "percent")`);
    this.addSql(`create table "warning_settings" (
      "id" int not null,
      "percents" jsonb not null,
      "updated_at" timestamptz(3) not null,
      "updated_by" text not null,
      primary key ("id"),
      constraint "warning_settings_id_check" check (id = 1))`);
    this.addSql(
      `create function trading_accounts_delete_warnings() returns trigger language plpgsql as $$
       begin
         delete from account_warnings where account_id = old.id;
         return null;
       end $$`,
    );
    this.addSql(
      `create trigger trading_accounts_delete_warnings after delete on trading_accounts
       for each row execute function trading_accounts_delete_warnings()`,
    );
    this.#sendWebhooks();
  }

  #sendWebhooks(): void {
    this.addSql(`alter table "webhook_events" add column "warning" jsonb null`);
    this.addSql(`
      create function webhook_events_of_warning() returns trigger language plpgsql as $$
      begin
        if exists (select from webhook_endpoints) then
          insert into webhook_events (at, warning) select new.created_at, jsonb_build_object(
            'userId', user_id, 'stageId', new.stage_id, 'warningId', new.id, 'kind', new.kind,
            'index', new.index, 'percent', new.percent, 'day', new.day,
            'at', to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'value', new.value::text, 'floor', new.floor::text, 'room', new.room::text)
          from trading_accounts where id = new.account_id;
        end if;
        return null;
      end $$`);
    this.addSql(`
      create trigger account_warnings_webhooks after insert on account_warnings for each row
        execute function webhook_events_of_warning()`);
  }
}
