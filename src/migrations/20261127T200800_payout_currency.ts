import { Migration } from "@mikro-orm/migrations";

/**
 * Writes `payout_currency` in PL/pgSQL, which keeps the plan of its query for the session. PostgreSQL planned the body
 * of the SQL function again for each request, which took two thirds of the insertion.
 */
export class PayoutCurrency extends Migration {
  override up(): void {
    this.addSql(
      `create or replace function payout_currency(of_user int, requested timestamptz) returns text
       language plpgsql stable as $$
       begin
         return coalesce((select stages.currency from stages
           join trading_accounts on trading_accounts.id = stages.account_id
           where trading_accounts.user_id = of_user
           order by stages.started_at > requested,
             abs(extract(epoch from stages.started_at - requested)), stages.id desc
           limit 1), 'USD');
       end $$`,
    );
  }
}
