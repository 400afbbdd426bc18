import { Migration } from "@mikro-orm/migrations";

/**
 * Appeals of traders against confirmed breaches and rejected payout requests, and how long they can be made. Webhooks
 * receive them by a trigger of their own; its actions are among `auditSources`. The previous release neither reads nor
 * writes any of it.
 */
export class Appeals extends Migration {
  override up(): void {
    this.addSql(
      `create table "appeal_settings" ("id" int not null, "days" int not null, "updated_at" timestamptz(3) not null, "updated_by" text not null, primary key ("id"))`,
    );
    this.addSql(
      `create table "appeals" ("id" int generated always as identity not null primary key, "user_id" int not null, "subject_kind" text not null, "subject_id" int not null, "text" text not null, "created_at" timestamptz(3) not null, "appealed_at" timestamptz(3) not null, "appealed_reason" text null, "appealed_by" text null, "appealed_by_id" int null, "decision" text null, "reason" text null, "decided_at" timestamptz(3) null, "decided_by" text null, "place" bigint generated always as (case when decision is null then (id)::bigint else ('4294967296'::bigint - id) end) stored not null)`,
    );
    this.addSql(`create index "appeals_place_index" on "appeals" ("place", "id")`);
    this.addSql(`create index "appeals_user_id_id_index" on "appeals" ("user_id", "id")`);
    this.addSql(
      `alter table "appeals" add constraint "appeals_subject_unique" unique ("subject_kind", "subject_id")`,
    );
    this.addSql(
      `alter table "appeal_settings" add constraint "appeal_settings_id_check" check (id = 1)`,
    );
    this.addSql(
      `alter table "appeal_settings" add constraint "appeal_settings_days_check" check (days >= 0 and days <= 90)`,
    );
    this.addSql(
      `alter table "appeals" add constraint "appeals_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "appeals" add constraint "appeals_decided_with_reason" check (num_nulls(decision, reason, decided_at, decided_by) in (0, 4))`,
    );
    this.addSql(
      `alter table "appeals" add constraint "appeals_subject_kind_check" check ("subject_kind" in ('review', 'payout'))`,
    );
    this.addSql(
      `alter table "appeals" add constraint "appeals_decision_check" check ("decision" in ('grant', 'deny'))`,
    );
    this.addSql(`
      create trigger audit_events_webhooks_of_appeals after insert on audit_events for each row
        when (new.action in ('appeal.created', 'appeal.granted', 'appeal.denied'))
        execute function webhook_events_of_audit()`);
  }
}
