import { Migration } from "@mikro-orm/migrations";

/**
 * Stores the currency of accounts and payout requests, which follows from the stages, so that lists need not look it up
 * for each row, and counts amounts by currency. The previous release still works: triggers set the currencies, and its
 * totals are those of all currencies.
 */
export class Currencies extends Migration {
  override up(): void {
    this.#addCurrencies();
    this.#countPayouts();
    this.#countPayoutsByWeek();
    this.#countLedger();
    this.#storePresentCurrencies();
  }

  #addCurrencies(): void {
    for (const table of ["trading_accounts", "payout_requests", "counters", "weekly_counts"]) {
      this.addSql(`alter table "${table}" add column "currency" text not null default 'USD'`);
    }
    this.addSql(
      `create function payout_requests_currency() returns trigger language plpgsql as $$
       begin
         new.currency := payout_currency(new.user_id, new.created_at);
         return new;
       end $$`,
    );
    this.addSql(
      `create trigger payout_requests_currency before insert on payout_requests
       for each row execute function payout_requests_currency()`,
    );
    // The current stage: the open one, otherwise the last one.
    this.addSql(
      `create function account_currency(of_account int) returns text
       language sql stable
       return (select currency from stages where account_id = of_account
         order by ended_at is not null, started_at desc, id desc limit 1)`,
    );
    this.addSql(
      `create function stages_currency() returns trigger language plpgsql as $$
       begin
         update trading_accounts set currency = account_currency(id)
         where id = new.account_id and currency <> account_currency(id);
         update payout_requests set currency = payout_currency(user_id, created_at)
         where user_id = (select user_id from trading_accounts where id = new.account_id)
           and currency <> payout_currency(user_id, created_at);
         return null;
       end $$`,
    );
    this.addSql(
      `create trigger stages_currency after insert or update of currency, started_at on stages
       for each row execute function stages_currency()`,
    );
  }

  /** Replaces the functions of the triggers of `counters`. */
  #countPayouts(): void {
    this.#replaceCounter("count_change", "counters", { column: "status", type: "text" });
    this.#replaceFunctions("payout_requests_count", {
      changes: (table, sign) =>
        `select status, currency, ${sign}1 as rows, ${sign}amount as amount from ${table}`,
      key: "status, currency",
      count: "count_change('payout', change.status, change.rows, change.amount, change.currency)",
    });
  }

  /** Replaces those of `weekly_counts`. */
  #countPayoutsByWeek(): void {
    this.#replaceCounter("weekly_count_change", "weekly_counts", { column: "week", type: "date" });
    const selectKind = (kind: string, table: string, sign: string) =>
      `select '${kind}' as kind, date_trunc('week', created_at at time zone 'UTC')::date as week,
         currency, ${sign}1 as rows, ${sign}amount as amount from ${table}`;
    this.#replaceFunctions("payout_requests_count_week", {
      changes: (table, sign) =>
        `${selectKind("requested", table, sign)}
         union all ${selectKind("approved", table, sign)} where status = 'approved'`,
      key: "kind, week, currency",
      count:
        "weekly_count_change(change.kind, change.week, change.rows, change.amount, change.currency)",
    });
  }

  /** Replaces the function that adds to the counters of a table. @param key the column besides kind and currency */
  #replaceCounter(name: string, table: string, key: { column: string; type: string }): void {
    const { column, type } = key;
    this.addSql(`drop function ${name}(text, ${type}, bigint, numeric)`);
    this.addSql(
      `create function ${name}(
         of_kind text, of_${column} ${type}, rows bigint, change numeric, of_currency text default 'USD')
       returns void language plpgsql as $$
       begin
         update ${table} set count = count + rows, amount = amount + change
         where id = (
           select id from ${table}
           where kind = of_kind and ${column} = of_${column} and currency = of_currency
           limit 1 for update skip locked);
         if not found then
           insert into ${table} (kind, ${column}, currency, count, amount)
           values (of_kind, of_${column}, of_currency, rows, change);
         end if;
       end $$`,
    );
  }

  #replaceFunctions(
    name: string,
    counted: { changes: (table: string, sign: "" | "-") => string; key: string; count: string },
  ): void {
    const [entered, departed] = [counted.changes("entered", ""), counted.changes("departed", "-")];
    const changes = {
      insert: entered,
      delete: departed,
      update: `${entered} union all ${departed}`,
    };
    for (const [event, rows] of Object.entries(changes)) {
      this.addSql(
        `create or replace function ${name}_${event}() returns trigger language plpgsql as $$
         declare
           change record;
         begin
           for change in
             select ${counted.key}, sum(rows) as rows, sum(amount) as amount from (${rows}) as changes
             group by ${counted.key} having sum(rows) <> 0 or sum(amount) <> 0
           loop
             perform ${counted.count};
           end loop;
           return null;
         end $$`,
      );
    }
  }

  #countLedger(): void {
    this.addSql(
      `create or replace function payout_ledger_count() returns trigger language plpgsql as $$
       begin
         if tg_op = 'UPDATE' then
           perform count_change('ledger', old.status, -1, -old.amount, old.currency);
         end if;
         perform count_change('ledger', new.status, 1, new.amount, new.currency);
         return null;
       end $$`,
    );
    this.addSql(
      `select count_change('ledger', status, -count(*), -sum(amount), 'USD'),
         count_change('ledger', status, count(*), sum(amount), currency)
       from payout_ledger where currency <> 'USD' group by status, currency`,
    );
  }

  /** The triggers move the counted amounts to their currency. */
  #storePresentCurrencies(): void {
    this.addSql(
      `update trading_accounts set currency = account_currency(id)
       where id in (select account_id from stages where currency <> 'USD')
         and currency <> account_currency(id)`,
    );
    this.addSql(
      `update payout_requests set currency = payout_currency(user_id, created_at)
       where user_id in (select user_id from stages
           join trading_accounts on trading_accounts.id = stages.account_id
           where stages.currency <> 'USD')
         and currency <> payout_currency(user_id, created_at)`,
    );
  }
}
