import { Migration } from "@mikro-orm/migrations";

/**
 * Lets traders cancel payout requests. Amounts of cancelled requests leave the weekly counters. A trigger of its own
 * captures the event for webhooks, so that migrations that replace the trigger of the other actions cannot drop it.
 */
export class CancelledPayouts extends Migration {
  override up(): void {
    this.addSql(
      `alter table "payout_requests" drop constraint "payout_requests_status_check",
         add constraint "payout_requests_status_check"
           check ("status" in ('pending', 'approved', 'rejected', 'cancelled'))`,
    );
    this.#countByWeek();
    this.addSql(
      `create trigger audit_events_webhooks_payout_cancelled after insert on audit_events for each row
       when (new.action = 'payout.cancelled') execute function webhook_events_of_audit()`,
    );
  }

  /** Replaces the functions of the triggers of `weekly_counts`. */
  #countByWeek(): void {
    const select = (kind: string, table: string, sign: "" | "-", condition: string) =>
      `select '${kind}' as kind, date_trunc('week', created_at at time zone 'UTC')::date as week,
         currency, ${sign}1 as rows, ${sign}amount as amount from ${table} where ${condition}`;
    const selectChanges = (table: string, sign: "" | "-") =>
      `${select("requested", table, sign, "status <> 'cancelled'")}
       union all ${select("approved", table, sign, "status = 'approved'")}`;
    const [entered, departed] = [selectChanges("entered", ""), selectChanges("departed", "-")];
    const changes = {
      insert: entered,
      delete: departed,
      update: `${entered} union all ${departed}`,
    };
    for (const [event, rows] of Object.entries(changes)) {
      this.addSql(
        `create or replace function payout_requests_count_week_${event}() returns trigger language plpgsql as $$
         declare
           change record;
         begin
           for change in
             select kind, week, currency, sum(rows) as rows, sum(amount) as amount
             from (${rows}) as changes
             group by kind, week, currency having sum(rows) <> 0 or sum(amount) <> 0
           loop
             perform weekly_count_change(
               change.kind, change.week, change.rows, change.amount, change.currency);
           end loop;
           return null;
         end $$`,
      );
    }
  }
}
