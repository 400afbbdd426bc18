import { Migration } from "@mikro-orm/migrations";

/**
 * Actions know which administrator asked for them, since when no bridge has answered, and why they can no longer be
 * requested again. What an event has asked for is known by its cause, so `event` is no longer written; the previous
 * release still writes it.
 */
export class Consequences extends Migration {
  override up(): void {
    this.addSql(`alter table "actions" add column "requested_by_id" int null,
      add column "unanswered_since" timestamptz(3) null, add column "retry_refusal" text null`);
    this.addSql(`alter table "actions" drop constraint "actions_cause_check"`);
    this.addSql(`alter table "actions" add constraint "actions_cause_check" check
      ((cause_kind = 'person') = (cause_id is null) and (event is null or cause_kind <> 'person'))
      not valid`);
    this.addSql(`alter table "actions" validate constraint "actions_cause_check"`);
    this.addSql(`update actions set unanswered_since = delivered_at where status = 'delivered'`);
  }
}
