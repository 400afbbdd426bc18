import { type RawBuilder, sql } from "kysely";
import { containing } from "../../platform/lists/conditions.ts";
import type { SearchAccess } from "../../platform/lists/list-declaration.ts";

/** Separates the fields of `users.search_text`, so that no search matches across two of them. */
const SEPARATOR = "\u001f";

/** Without a trigram in the search, PostgreSQL would have to read the whole index. */
const hasTrigram = (search: string) => /[\p{L}\p{N}]{3}/u.test(search);

/** Matches rows of `users` whose name, email or broker login contains the text, ignoring case. */
export function matchesTrader(search: string, access: SearchAccess): RawBuilder<boolean> {
  if (search.includes(SEPARATOR)) return sql`false`;
  return contains("users.search_text", search, access);
}

/** Matches rows of `users` whose name or email contains the text, ignoring case. */
export function matchesPerson(search: string, access: SearchAccess): RawBuilder<boolean> {
  const inEither = sql`(${contains("lower(users.full_name)", search, access)}
    or ${contains("users.email", search, access)})`;
  return sql`(${matchesTrader(search, access)} and ${inEither})`;
}

function contains(text: string, search: string, access: SearchAccess): RawBuilder<boolean> {
  return access === "index" && hasTrigram(search)
    ? sql`${sql.raw(text)} like lower(${containing(search)})`
    : // `strpos`, because the planner underestimates how many rows match a long `like` pattern.
      sql`strpos(${sql.raw(text)}, lower(${search})) > 0`;
}
