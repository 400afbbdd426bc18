import { Migration } from "@mikro-orm/migrations";

/**
 * Payment runs, encrypted payment details, and the ledger of deleted traders' payouts. The previous release still
 * works: it reads and writes details as plain text, and a trigger writes the ledger.
 */
export class Payments extends Migration {
  override up(): void {
    this.#addRuns();
    this.#addSealedDetails();
    this.#addLedger();
  }

  #addRuns(): void {
    this.addSql(
      `create table "payment_runs" ("id" serial primary key, "message_id" text not null unique, "created_at" timestamptz(3) not null, "created_by" text not null, "closed_at" timestamptz(3) null, "closed_by" text null)`,
    );
    this.addSql(
      `create table "payments" (
         "id" serial primary key,
         "run_id" int not null references "payment_runs" ("id"),
         "payout_id" int null references "payout_requests" ("id") on delete set null,
         "ledger_id" int null,
         "amount" numeric(14,2) not null check (amount > 0 and amount <> 'NaN'),
         "currency" text not null,
         "payment_method" text not null,
         "status" text not null check (status in ('open', 'paid', 'removed', 'reversed')),
         "paid_at" timestamptz(3) null, "paid_by" text null, "reference" text null,
         "reversed_at" timestamptz(3) null, "reversed_by" text null, "reversal_reason" text null,
         check ((status in ('paid', 'reversed')) = (paid_at is not null)),
         check ((status = 'reversed') = (reversed_at is not null)))`,
    );
    // Ensures that a request is in at most one open run and is paid at most once, even if the code is wrong.
    this.addSql(
      `create unique index "payments_live_payout_unique" on "payments" ("payout_id") where status in ('open', 'paid')`,
    );
    this.addSql(`create index "payments_run_id_id_index" on "payments" ("run_id", "id")`);
    this.addSql(`create index "payments_payout_id_index" on "payments" ("payout_id")`);
    this.addSql(
      `create index "payments_open_index" on "payments" ("run_id") where status = 'open'`,
    );
    this.addSql(`alter table "payout_requests" add column "payment_id" int null`);
    this.addSql(
      `create index "payout_requests_unpaid_index" on "payout_requests" ("id") where status = 'approved' and payment_id is null`,
    );
    this.addSql(
      `create function payout_currency(of_user int, requested timestamptz) returns text
       language sql stable
       return coalesce((select currency from stages
         join trading_accounts on trading_accounts.id = stages.account_id
         where trading_accounts.user_id = of_user
         order by started_at > requested, abs(extract(epoch from started_at - requested)), stages.id desc
         limit 1), 'USD')`,
    );
    this.addSql(
      `create table "firm_payment_account" ("id" int primary key default 1 check (id = 1), "name" text not null, "iban" text not null, "bic" text null, "updated_at" timestamptz(3) not null, "updated_by" text not null)`,
    );
  }

  #addSealedDetails(): void {
    this.addSql(`alter table "payout_requests" add column "sealed_details" text null`);
    this.addSql(
      `create index "payout_requests_clear_details_index" on "payout_requests" ("id") where payment_details is not null`,
    );
  }

  /** Keeps approved and paid amounts in the totals after their trader is deleted, without personal data. */
  #addLedger(): void {
    this.addSql(
      `create table "payout_ledger" (
         "id" serial primary key, "amount" numeric(14,2) not null, "currency" text not null,
         "status" text not null check (status in ('approved', 'paid')),
         "requested_on" date not null, "approved_on" date null, "paid_on" date null)`,
    );
    this.addSql(
      `alter table "payments" add constraint "payments_ledger_id_foreign" foreign key ("ledger_id") references "payout_ledger" ("id")`,
    );
    this.addSql(
      `create function payout_ledger_count() returns trigger language plpgsql as $$
       begin
         if tg_op = 'UPDATE' then
           perform count_change('ledger', old.status, -1, -old.amount);
         end if;
         perform count_change('ledger', new.status, 1, new.amount);
         return null;
       end $$`,
    );
    this.addSql(
      `create trigger payout_ledger_count after insert or update of status, amount on payout_ledger
       for each row execute function payout_ledger_count()`,
    );
    // Runs before the deletion, because the cascade would otherwise remove the stages and their currency first.
    this.addSql(
      `create function users_keep_ledger() returns trigger language plpgsql as $$
       declare
         payout record;
         entry int;
       begin
         for payout in
           select payout_requests.id, payout_requests.amount, created_at,
             coalesce(payments.currency, payout_currency(old.id, created_at)) as currency,
             case when payments.status = 'paid' then 'paid' else 'approved' end as status,
             case when payments.status = 'paid' then payments.paid_at end as paid_at,
             (select max(at) from audit_events where payout_id = payout_requests.id
               and action in ('payout.approved', 'payout.reversed')) as approved_at
           from payout_requests left join payments on payments.id = payment_id
           where user_id = old.id and payout_requests.status = 'approved'
           order by payout_requests.id
         loop
           insert into payout_ledger (amount, currency, status, requested_on, approved_on, paid_on)
           values (payout.amount, payout.currency, payout.status,
             (payout.created_at at time zone 'UTC')::date,
             (payout.approved_at at time zone 'UTC')::date,
             (payout.paid_at at time zone 'UTC')::date)
           returning id into entry;
           update payments set ledger_id = entry
           where payout_id = payout.id and status in ('open', 'paid');
         end loop;
         -- References and reasons are free text, which may name the trader.
         update payments set reference = null, reversal_reason = null
         where payout_id in (select id from payout_requests where user_id = old.id);
         return old;
       end $$`,
    );
    this.addSql(
      `create trigger users_keep_ledger before delete on users
       for each row execute function users_keep_ledger()`,
    );
  }
}
