import { Migration } from "@mikro-orm/migrations";

/**
 * Stores the stage to which a payout request belongs: the current one when it was made. A trigger writes it, so that the
 * previous release does, too. Earlier requests belong to the last stage that had started by then; which one was current
 * before the first is not known. Decisions and requests wait while the earlier requests are updated.
 */
export class StageOfPayouts extends Migration {
  override up(): void {
    this.addSql(`alter table "payout_requests" add "stage_id" int null`);
    this.#placeEarlier();
    this.#placeNew();
    this.#followOnlyWithoutStage();
  }

  #placeEarlier(): void {
    this.addSql(
      `update payout_requests set stage_id = placed.stage_id
       from (
         select request.id, stage.id as stage_id
         from payout_requests as request
         join trading_accounts on trading_accounts.user_id = request.user_id
         cross join lateral (
           select id from stages
           where account_id = trading_accounts.id and started_at <= request.created_at
           order by started_at desc, id desc limit 1) as stage) as placed
       where payout_requests.id = placed.id`,
    );
  }

  /** Replaces the trigger that only found the currency, by a search of the same stage. */
  #placeNew(): void {
    this.addSql(
      `create function payout_requests_place() returns trigger language plpgsql as $$
       declare
         nearest record;
       begin
         select stages.id, stages.currency, stages.started_at into nearest from stages
         join trading_accounts on trading_accounts.id = stages.account_id
         where trading_accounts.user_id = new.user_id
         order by stages.started_at > new.created_at,
           abs(extract(epoch from stages.started_at - new.created_at)), stages.id desc
         limit 1;
         if found and nearest.started_at <= new.created_at then
           new.stage_id := nearest.id;
         else
           new.stage_id := null;
         end if;
         new.currency := coalesce(nearest.currency, 'USD');
         return new;
       end $$`,
    );
    this.addSql(
      `create trigger payout_requests_place before insert on payout_requests
       for each row execute function payout_requests_place()`,
    );
    this.addSql(`drop trigger payout_requests_currency on payout_requests`);
    this.addSql(`drop function payout_requests_currency()`);
  }

  /** A stage that is added with an earlier start no longer changes the currency of a request that has a stage. */
  #followOnlyWithoutStage(): void {
    this.addSql(
      `create or replace function stages_currency() returns trigger language plpgsql as $$
       begin
         update trading_accounts set currency = account_currency(id)
         where id = new.account_id and currency <> account_currency(id);
         update payout_requests set currency = case
             when stage_id is null then payout_currency(user_id, created_at) else new.currency end
         where user_id = (select user_id from trading_accounts where id = new.account_id)
           and (stage_id is null or stage_id = new.id)
           and status = 'pending' and approvals = '[]' and approved_currency is null
           and currency <> case
             when stage_id is null then payout_currency(user_id, created_at) else new.currency end;
         return null;
       end $$`,
    );
  }
}
