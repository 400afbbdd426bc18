import { Migration } from "@mikro-orm/migrations";

/**
 * Keeps `counters` right for one table: whatever changes rows changes the counts in the same
 * transaction. One trigger an event, because no trigger for several may see the changed rows;
 * once a statement, so that a thousand rows cost one change.
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

/** What searches and overviews of a million rows read instead of the rows. */
export class SearchAndCounters extends Migration {
  override up(): void {
    this.addSql("create extension if not exists pg_trgm");
    this.#addSearchText();
    this.#addCounters();
  }

  /** Name, email and broker login of a trader in one lower-case text, under one index. */
  #addSearchText(): void {
    this.addSql(`alter table users add column "search_text" text not null default ''`);
    // The separator is a character that no search can hold, so none matches across two fields.
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
    // Without the list of entries to be added later, which every search would have to read through.
    this.addSql(
      `create index "users_search_text_index" on "users" using gin ("search_text" gin_trgm_ops) with (fastupdate = off)`,
    );
  }

  /** How many accounts and payout requests there are of each status, and the requests' amounts. */
  #addCounters(): void {
    // Rows that change with every write: room beside them lets PostgreSQL change them in place.
    this.addSql(
      `create table counters (
         id int generated always as identity primary key,
         kind text not null, status text not null,
         count bigint not null, amount numeric(20, 2) not null
       ) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)`,
    );
    this.addSql(`create index "counters_kind_status_index" on counters (kind, status)`);
    // Into a row that nobody else is counting in, else into a new one: who counts never waits, and
    // there are never more rows than there were writers at one time.
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
