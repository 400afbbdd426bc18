import { Migration } from "@mikro-orm/migrations";

/**
 * Triggers that update `counters` in the same transaction as the rows of one table. There is one
 * per event, because a trigger for several events cannot have transition tables, and they run per
 * statement, so that a thousand rows cause one update.
 */
function countingOf(table: string, kind: string, amount: string): string[] {
  const entered = `select status, 1 as rows, ${amount} as amount from entered`;
  const left = `select status, -1 as rows, -(${amount}) as amount from departed`;
  const events = [
    { event: "insert", sees: "new table as entered", changes: entered },
    { event: "delete", sees: "old table as departed", changes: left },
    {
      event: "update",
      sees: "old table as departed new table as entered",
      changes: `${entered} union all ${left}`,
    },
  ];
  return events.flatMap(({ event, sees, changes }) => [
    `create function ${table}_count_${event}() returns trigger language plpgsql as $$
     declare
       change record;
     begin
       for change in
         select status, sum(rows) as rows, sum(amount) as amount from (${changes}) as changes
         group by status having sum(rows) <> 0 or sum(amount) <> 0
       loop
         perform count_change('${kind}', change.status, change.rows, change.amount);
       end loop;
       return null;
     end $$`,
    `create trigger ${table}_count_${event} after ${event} on ${table}
     referencing ${sees} for each statement execute function ${table}_count_${event}()`,
  ]);
}

/** Search texts and counters, so that searches and overviews need not read every row. */
export class SearchAndCounters extends Migration {
  override up(): void {
    this.addSql("create extension if not exists pg_trgm");
    this.#addSearchText();
    this.#addCounters();
  }

  /** Name, email and broker login of a trader in one indexed lower-case text. */
  #addSearchText(): void {
    this.addSql(`alter table users add column "search_text" text not null default ''`);
    // No search can contain the separator, so none matches across two fields.
    this.addSql(
      `create function search_text_of(full_name text, email text, login text) returns text
       language sql immutable
       return lower(coalesce(full_name, '') || chr(31) || email || chr(31) || coalesce(login, ''))`,
    );
    this.addSql(
      `create function users_search_text() returns trigger language plpgsql as $$
       begin
         new.search_text := search_text_of(new.full_name, new.email,
           (select login from trading_accounts where user_id = new.id));
         return new;
       end $$`,
    );
    this.addSql(
      `create trigger users_search_text before insert or update of full_name, email on users
       for each row execute function users_search_text()`,
    );
    this.addSql(
      `create function trading_accounts_search_text() returns trigger language plpgsql as $$
       begin
         update users set search_text = search_text_of(full_name, email, new.login)
         where id = new.user_id;
         return null;
       end $$`,
    );
    this.addSql(
      `create trigger trading_accounts_search_text_insert after insert on trading_accounts
       for each row when (new.login is not null)
       execute function trading_accounts_search_text()`,
    );
    this.addSql(
      `create trigger trading_accounts_search_text_update after update of login on trading_accounts
       for each row when (old.login is distinct from new.login)
       execute function trading_accounts_search_text()`,
    );
    this.addSql(
      `update users set search_text = search_text_of(full_name, email,
         (select login from trading_accounts where user_id = users.id))`,
    );
    // Without `fastupdate`, whose list of pending entries every search would have to scan.
    this.addSql(
      `create index "users_search_text_index" on "users" using gin ("search_text" gin_trgm_ops) with (fastupdate = off)`,
    );
  }

  /** The number of accounts and payout requests by status, and the total amount of the requests. */
  #addCounters(): void {
    // Every write updates these rows; free space in their pages allows HOT updates.
    this.addSql(
      `create table counters (
         id int generated always as identity primary key,
         kind text not null, status text not null,
         count bigint not null, amount numeric(20, 2) not null
       ) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)`,
    );
    this.addSql(`create index "counters_kind_status_index" on counters (kind, status)`);
    // Updates a row that no other transaction has locked, or inserts one, so that counting never
    // blocks. There are at most as many rows as there have been concurrent writers.
    this.addSql(
      `create function count_change(of_kind text, of_status text, rows bigint, change numeric)
       returns void language plpgsql as $$
       begin
         update counters set count = count + rows, amount = amount + change
         where id = (
           select id from counters where kind = of_kind and status = of_status
           limit 1 for update skip locked);
         if not found then
           insert into counters (kind, status, count, amount)
           values (of_kind, of_status, rows, change);
         end if;
       end $$`,
    );
    const accounts = countingOf("trading_accounts", "account", "0");
    const payouts = countingOf("payout_requests", "payout", "amount");
    for (const statement of [...accounts, ...payouts]) this.addSql(statement);
    this.addSql(
      `insert into counters (kind, status, count, amount)
       select 'account', status, count(*), 0 from trading_accounts group by status
       union all
       select 'payout', status, count(*), sum(amount) from payout_requests group by status`,
    );
  }
}
