import { Migration } from "@mikro-orm/migrations";

/** The kinds of `weekly_counts` in which the amounts of the ledger count, in the week of the request. */
const kinds = `unnest(array['requested', 'approved']) as kind`;

/** Keeps the amounts of deleted traders in the weekly counters, as in the totals; their requests no longer count. */
export class WeeklyLedger extends Migration {
  override up(): void {
    this.addSql(
      `create function payout_ledger_count_week() returns trigger language plpgsql as $$
       begin
         perform weekly_count_change(
           kind, date_trunc('week', new.requested_on)::date, 0, new.amount, new.currency)
         from ${kinds};
         return null;
       end $$`,
    );
    this.addSql(
      `create trigger payout_ledger_count_week after insert on payout_ledger
       for each row execute function payout_ledger_count_week()`,
    );
    this.addSql(
      `select weekly_count_change(kind, week, 0, amount, currency)
       from ${kinds}, (
         select date_trunc('week', requested_on)::date as week, currency, sum(amount) as amount
         from payout_ledger group by 1, 2) as kept`,
    );
  }
}
