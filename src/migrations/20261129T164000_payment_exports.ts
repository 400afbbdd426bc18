import { Migration } from "@mikro-orm/migrations";

/** Functions that count by weeks or store days, which were those of UTC. */
const dated = [
  "payout_requests_count_week_insert()",
  "payout_requests_count_week_update()",
  "payout_requests_count_week_delete()",
  "users_count_week_insert()",
  "users_count_week_delete()",
  "stages_count_week()",
  "users_keep_ledger()",
];

/**
 * Stores which payments each export of a run contains; so far the audit log only recorded their number. Weekly counters
 * and the ledger follow the firm's zone; the next housekeeping recounts the weeks.
 */
export class PaymentExports extends Migration {
  override up(): void {
    this.addSql(
      `create table "payment_exports" ("id" int generated always as identity not null primary key, "run_id" int not null, "kind" text not null, "at" timestamptz(3) not null, "by" text not null, "payment_ids" int[] not null)`,
    );
    this.addSql(
      `alter table "payment_exports" add constraint "payment_exports_run_id_foreign" foreign key ("run_id") references "payment_runs" ("id")`,
    );
    this.addSql(
      `alter table "payment_exports" add constraint "payment_exports_kind_check" check ("kind" in ('csv', 'sepa'))`,
    );
    this.addSql(
      `create index "payment_exports_run_id_id_index" on "payment_exports" ("run_id", "id")`,
    );
    this.#readEarlier();
    this.#followZone();
  }

  /**
   * An export contained the payments of its run that were open then, if their number is the recorded one. Which
   * payments other files contained, such as SEPA files that left some out, is not known: those must be named.
   */
  #readEarlier(): void {
    this.addSql(
      `insert into payment_exports (run_id, kind, at, by, payment_ids)
       select exported.run_id, exported.kind, exported.at, exported.by,
         case when cardinality(open.ids) = exported.payments then open.ids else '{}' end
       from (
         select id, at, coalesce(actor_name, '') as by, (changes -> 'runId' ->> 'to')::int as run_id,
           changes -> 'format' ->> 'to' as kind, (changes -> 'payments' ->> 'to')::int as payments
         from audit_events where action = 'payment-run.exported') as exported
       join payment_runs on payment_runs.id = exported.run_id
       cross join lateral (
         select coalesce(array_agg(payments.id order by payments.id), '{}') as ids from payments
         where payments.run_id = exported.run_id
           and (payments.paid_at is null or payments.paid_at >= exported.at)
           and not exists (
             select from audit_events as removed
             where removed.action = 'payment.removed' and removed.payout_id = payments.payout_id
               and removed.changes -> 'runId' -> 'to' = to_jsonb(exported.run_id)
               and removed.at < exported.at)) as open
       where exported.kind in ('csv', 'sepa')
       order by exported.id`,
    );
  }

  #followZone(): void {
    this.addSql(
      `create function firm_day(instant timestamptz) returns date language sql stable
       return (instant at time zone coalesce((select time_zone from firm_settings), 'UTC'))::date`,
    );
    this.addSql(
      `create function firm_week(instant timestamptz) returns date language sql stable
       return date_trunc('week', firm_day(instant))::date`,
    );
    for (const name of dated) {
      this.addSql(
        `do $$ begin execute regexp_replace(regexp_replace(pg_get_functiondef('${name}'::regprocedure),
           'date_trunc\\(''week'', ([a-z_.]+) at time zone ''UTC''\\)::date', 'firm_week(\\1)', 'g'),
           '\\(([a-z_.]+) at time zone ''UTC''\\)::date', 'firm_day(\\1)', 'g'); end $$`,
      );
    }
  }
}
