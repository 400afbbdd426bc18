import { Migration } from "@mikro-orm/migrations";

/**
 * What rules of conduct have found, a row a stage and key, which webhooks receive. What earlier verdicts have found is stored
 * when their stages are judged the next time, which is due at once. Appeals can be against findings. The previous release
 * neither reads nor writes them.
 *
 * An event of the calendar can have several rows: one for each form that it had.
 */
export class ConductFindings extends Migration {
  override up(): void {
    this.addSql(`create table "conduct_findings" (
      "account_id" int not null,
      "id" int generated always as identity,
      "stage_id" int not null,
      "key" text not null,
      "kind" text not null,
      "index" int not null,
      "found_at" timestamptz(3) not null,
      "changed_at" timestamptz(3) not null,
      "status" text not null,
      "consequence" text not null,
      "has_ended" boolean not null,
      "finding" jsonb not null,
      "digest" text not null,
      "notified" text null,
      primary key ("account_id", "id"),
      constraint "conduct_findings_status_check" check ("status" in ('stands', 'waived', 'gone')),
      constraint "conduct_findings_notified_check" check ("notified" in ('warn', 'deduct', 'strike', 'waived', 'gone')))`);
    for (const [name, columns, isUnique] of [
      ["id_index", `"id"`, true],
      ["key_unique", `"account_id", "stage_id", "key"`, true],
      ["found_index", `"found_at", "id"`, false],
      ["account_index", `"account_id", "found_at", "id"`, false],
      ["status_index", `"status", "found_at", "id"`, false],
      ["kind_index", `"kind", "found_at", "id"`, false],
    ] as const) {
      const create = isUnique ? "create unique index" : "create index";
      this.addSql(`${create} "conduct_findings_${name}" on "conduct_findings" (${columns})`);
    }
    this.addSql(
      `create function trading_accounts_delete_findings() returns trigger language plpgsql as $$
       begin
         delete from conduct_findings where account_id = old.id;
         return null;
       end $$`,
    );
    this.addSql(
      `create trigger trading_accounts_delete_findings after delete on trading_accounts
       for each row execute function trading_accounts_delete_findings()`,
    );
    this.#sendWebhooks();
    this.addSql(`alter table "appeals" drop constraint "appeals_subject_kind_check"`);
    this.addSql(
      `alter table "appeals" add constraint "appeals_subject_kind_check" check ("subject_kind" in ('review', 'payout', 'finding'))`,
    );
    this.addSql(`alter table "calendar_events" drop constraint "calendar_events_pkey"`);
    this.addSql(`alter table "calendar_events" add primary key ("id", "added_in")`);
    this.addSql(`update current_verdicts set next_check_at = now()
      from stages join rule_versions on rule_versions.id = stages.rules_version_id
      where stages.account_id = current_verdicts.account_id
        and stages.id = current_verdicts.stage_id and rule_versions.rules ? 'conduct'`);
  }

  #sendWebhooks(): void {
    this.addSql(`alter table "webhook_events" add column "conduct" jsonb null`);
    this.addSql(`
      create function webhook_events_of_finding() returns trigger language plpgsql as $$
      declare
        was_held boolean := tg_op = 'UPDATE' and old.status = 'stands' and old.consequence <> 'note';
        is_held boolean := new.status = 'stands' and new.consequence <> 'note';
      begin
        if not exists (select from webhook_endpoints)
          or not (was_held or is_held)
          or (was_held and is_held and old.consequence = new.consequence) then
          return null;
        end if;
        insert into webhook_events (at, conduct) select new.changed_at, jsonb_build_object(
          'type', case when is_held then 'conduct.found' else 'conduct.closed' end,
          'userId', user_id, 'stageId', new.stage_id, 'findingId', new.id, 'kind', new.kind,
          'index', new.index, 'consequence', case when is_held then new.consequence else old.consequence end)
          || case when is_held then '{}' else jsonb_build_object('status',
            case new.status when 'stands' then 'noted' else new.status end) end
        from trading_accounts where id = new.account_id;
        return null;
      end $$`);
    this.addSql(`
      create trigger conduct_findings_webhooks after insert or update on conduct_findings
        for each row execute function webhook_events_of_finding()`);
  }
}
