import { Migration } from "@mikro-orm/migrations";

/**
 * Fixes the currency of a payout request with its first decision. Before, a stage that started later changed it, even
 * if the request had been paid. `approved_currency` now contains the fixed currency, whatever the decision was; the
 * previous release still works, because a trigger overrides what it writes.
 */
export class FixedCurrencies extends Migration {
  override up(): void {
    this.#followOnlyUndecided();
    this.#restoreCurrencies();
    this.#fixDecided();
    this.#keepLedgerCurrency();
  }

  /** Replaces the function of `stages_currency`. A request that is being decided is locked, and then not changed. */
  #followOnlyUndecided(): void {
    this.addSql(
      `create or replace function stages_currency() returns trigger language plpgsql as $$
       begin
         update trading_accounts set currency = account_currency(id)
         where id = new.account_id and currency <> account_currency(id);
         update payout_requests set currency = payout_currency(user_id, created_at)
         where user_id = (select user_id from trading_accounts where id = new.account_id)
           and status = 'pending' and approvals = '[]' and approved_currency is null
           and currency <> payout_currency(user_id, created_at);
         return null;
       end $$`,
    );
  }

  /**
   * Restores what stages have changed: a payment has its own currency, and an approval recorded that of the request. The
   * triggers move the counted amounts. The currency of rejections was not recorded.
   */
  #restoreCurrencies(): void {
    this.addSql(
      `update payout_requests set currency = known.currency, approved_currency = known.currency
       from (
         select request.id, coalesce(
           (select payments.currency from payments where payments.payout_id = request.id
            order by payments.id desc limit 1), request.approved_currency) as currency
         from payout_requests as request
         where request.status <> 'pending'
           and (request.approved_currency <> request.currency
             or exists (select from payments where payout_id = request.id and currency <> request.currency))) as known
       where payout_requests.id = known.id`,
    );
  }

  #fixDecided(): void {
    this.addSql(
      `create function payout_requests_fix_currency() returns trigger language plpgsql as $$
       begin
         new.approved_currency := coalesce(old.approved_currency, old.currency);
         new.currency := new.approved_currency;
         return new;
       end $$`,
    );
    this.addSql(
      `create trigger payout_requests_fix_currency before update on payout_requests
       for each row when (old.approved_currency is not null or old.status <> 'pending' or new.status <> 'pending'
         or old.approvals <> '[]' or new.approvals <> '[]')
       execute function payout_requests_fix_currency()`,
    );
  }

  /** Replaces the function of `users_keep_ledger`, which derived the currency of unpaid requests from the stages. */
  #keepLedgerCurrency(): void {
    this.addSql(
      `create or replace function users_keep_ledger() returns trigger language plpgsql as $$
       declare
         payout record;
         entry int;
       begin
         for payout in
           select payout_requests.id, payout_requests.amount, created_at, payout_requests.currency,
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
  }
}
