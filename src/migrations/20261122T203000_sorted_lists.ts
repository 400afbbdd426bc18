import { Migration } from "@mikro-orm/migrations";

/** An unset text comes last in both directions, so each direction has an index of its own. */
function textIndexes(table: string, column: string, id: string): string[] {
  const key = `coalesce(left(${column}, 200), ''), ${id}`;
  return [
    `create index "${table}_${column}_asc_index" on "${table}" ((${column} is null), ${key})`,
    `create index "${table}_${column}_desc_index" on "${table}" ((${column} is not null), ${key})`,
  ];
}

/** An index for each order of the administrators' tables, and for the beginnings of words. */
export class SortedLists extends Migration {
  override up(): void {
    this.#addSorts();
    this.#addWordStarts();
  }

  #addSorts(): void {
    for (const index of [
      ...textIndexes("users", "full_name", "id"),
      ...textIndexes("trading_accounts", "login", "user_id"),
      ...textIndexes("trading_accounts", "phase", "user_id"),
    ]) {
      this.addSql(index);
    }
    for (const [table, ...columns] of [
      ["users", "created_at", "id"],
      ["trading_accounts", "balance", "user_id"],
      ["trading_accounts", "status", "user_id"],
      ["trading_accounts", "payout_enabled", "user_id"],
      ["payout_requests", "amount", "id"],
      ["payout_requests", "payment_method", "created_at", "id"],
      ["payout_requests", "status", "created_at", "id"],
      ["payout_requests", "created_at", "id"],
    ] as const) {
      const name = `${table}_${columns.join("_")}_index`;
      this.addSql(`create index "${name}" on "${table}" (${columns.join(", ")})`);
    }
    // The new indexes begin with the same columns.
    this.addSql(`drop index "users_created_at_index"`);
    this.addSql(`drop index "payout_requests_amount_index"`);
    this.addSql(`drop index "payout_requests_created_at_index"`);
  }

  /** The first letter and the first two letters of each word of a search text. */
  #addWordStarts(): void {
    // Most emails share their domains, so that a search for their first letters would match everyone.
    this.addSql(
      `create function text_without_domains(search_text text) returns text
       language sql immutable parallel safe
       return regexp_replace(search_text, '@[^\\x1f]*', '', 'g')`,
    );
    this.addSql(
      `create function word_starts(search_text text) returns text[]
       language sql immutable parallel safe
       return (
         select coalesce(array_agg(distinct left(word, letters)), '{}')
         from regexp_split_to_table(text_without_domains(search_text), '[^[:alnum:]]+') as word,
           generate_series(1, least(2, length(word))) as letters)`,
    );
    this.addSql(
      `create index "users_word_starts_index" on "users" using gin (word_starts(search_text)) with (fastupdate = off)`,
    );
  }
}
