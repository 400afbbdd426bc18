import { type RawBuilder, sql } from "kysely";
import { containing } from "../lib/pages.ts";

/** Stands between the fields of `users.search_text`: no search matches across two of them. */
const SEPARATOR = "\u001f";

/**
 * Whether a row of `users` holds the text somewhere in name, email or broker login, without regard
 * to case. From three letters on, the trigram index answers it.
 */
export function matchesTrader(search: string): RawBuilder<boolean> {
  if (search.includes(SEPARATOR)) return sql`false`;
  return sql`users.search_text like lower(${containing(search)})`;
}

/** As `matchesTrader`, in name or email alone. */
export function matchesPerson(search: string): RawBuilder<boolean> {
  const pattern = sql`lower(${containing(search)})`;
  return sql`(${matchesTrader(search)}
    and (lower(users.full_name) like ${pattern} or users.email like ${pattern}))`;
}
