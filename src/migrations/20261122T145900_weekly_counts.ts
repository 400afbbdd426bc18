import { Migration } from "@mikro-orm/migrations";

/** Weeks begin on Monday, in UTC. */
const weekOf = (column: string) => `date_trunc('week', ${column} at time zone 'UTC')::date`;

interface CountedByWeek {
  table: string;
  events: readonly ("insert" | "delete" | "update")[];
  /** The select list and condition of each kind. */
  kinds: readonly { kind: string; amount: string; where?: string }[];
}

/**
 * Triggers that update `weekly_counts` in the transaction of the rows, per statement and per event
 * like those of `counters`.
 */
function countingByWeek({ table, events, kinds }: CountedByWeek): string[] {
  const select = (rows: string, sign: string) =>
    kinds
      .map(
        ({ kind, amount, where = "true" }) =>
          `select '${kind}' as kind, ${weekOf("created_at")} as week, ${sign}1 as rows,
             ${sign}(${amount}) as amount from ${rows} where ${where}`,
      )
      .join(" union all ");
  const [entered, departed] = [select("entered", ""), select("departed", "-")];
  const changes = {
    insert: { sees: "new table as entered", rows: entered },
    delete: { sees: "old table as departed", rows: departed },
    update: {
      sees: "old table as departed new table as entered",
      rows: `${entered} union all ${departed}`,
    },
  };
  return events.flatMap((event) => [
    `create function ${table}_count_week_${event}() returns trigger language plpgsql as $$
     declare
       change record;
     begin
       for change in
         select kind, week, sum(rows) as rows, sum(amount) as amount
         from (${changes[event].rows}) as changes
         group by kind, week having sum(rows) <> 0 or sum(amount) <> 0
       loop
         perform weekly_count_change(change.kind, change.week, change.rows, change.amount);
       end loop;
       return null;
     end $$`,
    `create trigger ${table}_count_week_${event} after ${event} on ${table}
     referencing ${changes[event].sees} for each statement
     execute function ${table}_count_week_${event}()`,
  ]);
}

/** Counters by week for the charts of the dashboard, and indexes of pending items. */
export class WeeklyCounts extends Migration {
  override up(): void {
    this.#addTable();
    const traders = countingByWeek({
      table: "users",
      events: ["insert", "delete"],
      kinds: [{ kind: "registered", amount: "0" }],
    });
    const payouts = countingByWeek({
      table: "payout_requests",
      events: ["insert", "delete", "update"],
      kinds: [
        { kind: "requested", amount: "amount" },
        { kind: "approved", amount: "amount", where: "status = 'approved'" },
      ],
    });
    for (const statement of [...traders, ...payouts]) this.addSql(statement);
    this.#countFailedStages();
    this.#countPresentRows();
    this.#addIndexes();
  }

  #addTable(): void {
    this.addSql(
      `create table weekly_counts (
         id int generated always as identity primary key,
         kind text not null, week date not null,
         count bigint not null, amount numeric(20, 2) not null
       ) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)`,
    );
    this.addSql(`create index "weekly_counts_kind_week_index" on weekly_counts (kind, week)`);
    // Never blocks, like `count_change`.
    this.addSql(
      `create function weekly_count_change(of_kind text, of_week date, rows bigint, change numeric)
       returns void language plpgsql as $$
       begin
         update weekly_counts set count = count + rows, amount = amount + change
         where id = (
           select id from weekly_counts where kind = of_kind and week = of_week
           limit 1 for update skip locked);
         if not found then
           insert into weekly_counts (kind, week, count, amount)
           values (of_kind, of_week, rows, change);
         end if;
       end $$`,
    );
  }

  /** Counts per row, because these columns of stages change rarely and one row at a time. */
  #countFailedStages(): void {
    this.addSql(
      `create function stages_count_week() returns trigger language plpgsql as $$
       begin
         if tg_op <> 'INSERT' and old.outcome = 'failed' and old.ended_at is not null then
           perform weekly_count_change('failed', ${weekOf("old.ended_at")}, -1, 0);
         end if;
         if tg_op <> 'DELETE' and new.outcome = 'failed' and new.ended_at is not null then
           perform weekly_count_change('failed', ${weekOf("new.ended_at")}, 1, 0);
         end if;
         return null;
       end $$`,
    );
    const triggers = [
      `insert on stages for each row when (new.outcome = 'failed')`,
      `delete on stages for each row when (old.outcome = 'failed')`,
      `update of outcome, ended_at on stages for each row
       when (old.outcome is distinct from new.outcome or old.ended_at is distinct from new.ended_at)`,
    ];
    for (const [index, event] of triggers.entries()) {
      this.addSql(
        `create trigger stages_count_week_${["insert", "delete", "update"][index]} after ${event}
         execute function stages_count_week()`,
      );
    }
  }

  #countPresentRows(): void {
    this.addSql(
      `insert into weekly_counts (kind, week, count, amount)
       select 'registered', ${weekOf("created_at")}, count(*), 0 from users group by 2
       union all
       select 'requested', ${weekOf("created_at")}, count(*), sum(amount)
         from payout_requests group by 2
       union all
       select 'approved', ${weekOf("created_at")}, count(*), sum(amount)
         from payout_requests where status = 'approved' group by 2
       union all
       select 'failed', ${weekOf("ended_at")}, count(*), 0
         from stages where outcome = 'failed' and ended_at is not null group by 2`,
    );
  }

  #addIndexes(): void {
    this.addSql(
      `create index "payout_requests_pending_index" on "payout_requests" ("created_at") where status = 'pending'`,
    );
    this.addSql(`create index "statements_held_index" on "statements" ("id")
      where needs_confirmation and confirmed_at is null and withdrawn_at is null`);
    this.addSql(`create index "statements_conflicts_index" on "statements" ("id")
      where (counts ->> 'conflicts')::int > 0 and withdrawn_at is null`);
  }
}
