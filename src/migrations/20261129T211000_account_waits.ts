import { Migration } from "@mikro-orm/migrations";

/**
 * What accounts wait for. Webhooks receive changes of the kind or the actor by a trigger. A rotation of the encryption
 * key finds waiting steps by their ids.
 */
export class AccountWaits extends Migration {
  override up(): void {
    this.addSql(
      `create table "account_waits" ("account_id" int not null, "kind" text not null, "actor" text not null, "reason" text not null, "since" timestamptz(3) null, "about_kind" text null, "about_id" int null, "changed_at" timestamptz(3) not null, primary key ("account_id"))`,
    );
    this.addSql(
      `create index "account_waits_since_index" on "account_waits" ("since", "account_id") where kind <> 'nothing'`,
    );
    this.addSql(
      `create index "account_waits_kind_index" on "account_waits" ("kind", "since", "account_id") where kind <> 'nothing'`,
    );
    this.addSql(`alter table "waiting_steps" drop constraint "waiting_steps_pkey"`);
    this.addSql(`alter table "waiting_steps"
      add column "id" int generated always as identity not null primary key`);
    this.addSql(`alter table "waiting_steps"
      add constraint "waiting_steps_user_id_unique" unique ("user_id")`);
    this.addSql(`alter table "actions" drop constraint "actions_cause_check"`);
    this.addSql(`alter table "actions" add constraint "actions_cause_check" check
      ((cause_kind in ('person', 'gate')) = (cause_id is null)
        and (event is null or cause_kind <> 'person' and cause_kind <> 'gate')) not valid`);
    this.addSql(`alter table "actions" validate constraint "actions_cause_check"`);
    this.addSql(`alter table "webhook_events" add "waiting" jsonb null`);
    this.addSql(
      `alter table "account_waits" add constraint "account_waits_account_id_fkey" foreign key ("account_id") references "trading_accounts" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "account_waits" add constraint "account_waits_since_check" check ((kind = 'nothing') = (since is null))`,
    );
    this.addSql(
      `alter table "account_waits" add constraint "account_waits_about_check" check ((about_kind is null) = (about_id is null))`,
    );
    this.addSql(
      `alter table "account_waits" add constraint "account_waits_kind_check" check ("kind" in ('payment', 'review', 'identity', 'agreement', 'platform', 'nothing'))`,
    );
    const actors = ["firm", "trader", "checker", "platform", "nobody"].map((name) => `'${name}'`);
    this.addSql(
      `alter table "account_waits" add constraint "account_waits_actor_check" check ("actor" in (${actors.join(", ")}))`,
    );
    this.addSql(
      `alter table "account_waits" add constraint "account_waits_reason_check" check ("reason" in ('dispute', 'review', 'appeal', 'identity', 'identity_submitted', 'identity_checked', 'agreement', 'payout', 'order', 'unpaid', 'login', 'action', 'failed_action', 'nothing'))`,
    );
    this.addSql(
      `alter table "account_waits" add constraint "account_waits_about_kind_check" check ("about_kind" in ('order', 'review', 'appeal', 'identity', 'agreement', 'payout', 'stage', 'action'))`,
    );
    this.addSql(`
      create function webhook_events_of_wait() returns trigger language plpgsql as $$
      begin
        if exists (select from webhook_endpoints) then
          insert into webhook_events (at, waiting) select new.changed_at, jsonb_build_object(
            'userId', user_id, 'kind', new.kind, 'actor', new.actor)
          from trading_accounts where id = new.account_id;
        end if;
        return null;
      end $$`);
    this.addSql(`
      create trigger account_waits_webhooks_insert after insert on account_waits
        for each row execute function webhook_events_of_wait()`);
    this.addSql(`
      create trigger account_waits_webhooks_update after update on account_waits for each row
        when ((old.kind, old.actor) is distinct from (new.kind, new.actor))
        execute function webhook_events_of_wait()`);
  }
}
