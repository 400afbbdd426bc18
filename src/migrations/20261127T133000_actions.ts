import { Migration } from "@mikro-orm/migrations";

/**
 * Actions for the trading platform, the queue of each account, which events ask for actions, and when bridges were last
 * heard. Webhooks receive actions by a trigger of their own; its list must be a part of `auditSources`. The previous
 * release requests none.
 */
export class Actions extends Migration {
  override up(): void {
    this.addSql(
      `create table "enforcement_settings" ("id" int not null default 1, "breach_opened" text not null default 'none', "breach_confirmed" text not null default 'none', "breach_dismissed" text not null default 'none', "pass_confirmed" text not null default 'none', "payout_paid" text not null default 'none', "updated_at" timestamptz(3) not null, "updated_by" text not null, primary key ("id"))`,
    );
    this.addSql(
      `create table "action_queues" ("account_id" int not null, "head_id" int null, "due_at" timestamptz(3) null, primary key ("account_id"))`,
    );
    this.addSql(
      `create index "action_queues_due_index" on "action_queues" ("due_at", "head_id") where due_at is not null`,
    );
    this.addSql(
      `create table "actions" ("id" int generated always as identity not null primary key, "account_id" int not null, "stage_id" int null, "login" text not null, "kind" text not null, "amount" numeric(30,2) null, "status" text not null, "reason" text not null, "cause_kind" text not null, "cause_id" int null, "event" text null, "requested_at" timestamptz(3) not null, "requested_by" text not null, "delivered_at" timestamptz(3) null, "finished_at" timestamptz(3) null, "attempts" int not null default 0, "message" text null)`,
    );
    this.addSql(`create index "actions_account_index" on "actions" ("account_id", "id")`);
    this.addSql(`create index "actions_status_index" on "actions" ("status", "id")`);
    this.addSql(
      `create index "actions_unfinished_index" on "actions" ("account_id", "id") where status in ('pending', 'delivered')`,
    );
    this.addSql(
      `create unique index "actions_event_unique" on "actions" ("cause_kind", "cause_id", "event", "kind") where event is not null`,
    );
    this.addSql(
      `alter table "api_tokens" add "last_feed_at" timestamptz(3) null, add "last_poll_at" timestamptz(3) null`,
    );
    this.addSql(
      `alter table "enforcement_settings" add constraint "enforcement_settings_id_check" check (id = 1)`,
    );
    this.addSql(
      `alter table "enforcement_settings" add constraint "enforcement_settings_breach_opened_check" check ("breach_opened" in ('none', 'propose', 'automatic'))`,
    );
    this.addSql(
      `alter table "enforcement_settings" add constraint "enforcement_settings_breach_confirmed_check" check ("breach_confirmed" in ('none', 'propose', 'automatic'))`,
    );
    this.addSql(
      `alter table "enforcement_settings" add constraint "enforcement_settings_breach_dismissed_check" check ("breach_dismissed" in ('none', 'propose', 'automatic'))`,
    );
    this.addSql(
      `alter table "enforcement_settings" add constraint "enforcement_settings_pass_confirmed_check" check ("pass_confirmed" in ('none', 'propose', 'automatic'))`,
    );
    this.addSql(
      `alter table "enforcement_settings" add constraint "enforcement_settings_payout_paid_check" check ("payout_paid" in ('none', 'propose', 'automatic'))`,
    );
    this.addSql(
      `alter table "action_queues" add constraint "action_queues_account_id_fkey" foreign key ("account_id") references "trading_accounts" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "action_queues" add constraint "action_queues_head_check" check ((head_id is null) = (due_at is null))`,
    );
    this.addSql(
      `alter table "actions" add constraint "actions_account_id_fkey" foreign key ("account_id") references "trading_accounts" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "actions" add constraint "actions_amount_check" check ((kind in ('withdraw', 'deposit')) = (amount is not null))`,
    );
    this.addSql(
      `alter table "actions" add constraint "actions_amount_is_positive" check (amount > 0 and amount <> 'NaN')`,
    );
    this.addSql(
      `alter table "actions" add constraint "actions_cause_check" check ((cause_kind = 'person') = (cause_id is null) and (cause_kind = 'person') = (event is null))`,
    );
    this.addSql(
      `alter table "actions" add constraint "actions_finished_check" check ((status in ('done', 'failed', 'cancelled')) = (finished_at is not null))`,
    );
    this.addSql(
      `alter table "actions" add constraint "actions_delivered_check" check (status <> 'delivered' or (delivered_at is not null and attempts > 0))`,
    );
    this.addSql(
      `alter table "actions" add constraint "actions_kind_check" check ("kind" in ('disable_trading', 'enable_trading', 'close_positions', 'withdraw', 'deposit'))`,
    );
    this.addSql(
      `alter table "actions" add constraint "actions_status_check" check ("status" in ('proposed', 'pending', 'delivered', 'done', 'failed', 'cancelled'))`,
    );
    this.addSql(
      `alter table "actions" add constraint "actions_cause_kind_check" check ("cause_kind" in ('review', 'payment', 'stage', 'person'))`,
    );
    this.addSql(
      `alter table "actions" add constraint "actions_event_check" check ("event" in ('breachOpened', 'breachConfirmed', 'breachDismissed', 'passConfirmed', 'payoutPaid'))`,
    );
    this.addSql(`
      create trigger audit_events_action_webhooks after insert on audit_events for each row
        when (new.action in ('action.requested', 'action.approved', 'action.retried', 'action.done',
          'action.failed', 'action.cancelled'))
        execute function webhook_events_of_audit()`);
  }
}
