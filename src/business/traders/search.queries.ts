import { type RawBuilder, sql } from "kysely";
import { containing } from "../../platform/database/pages.ts";

/** Stands between the fields of `users.search_text`: no search matches across two of them. */
const SEPARATOR = "\u001f";

/** By the trigram index, or with a look at each row that comes along. */
type Way = "by index" | "row by row";

/** Without one, the index would have to be read from end to end. */
const hasTrigram = (search: string) => /[\p{L}\p{N}]{3}/u.test(search);

/**
 * Whether a row of `users` holds the text somewhere in name, email or broker login, without regard
 * to case.
 */
export function matchesTrader(search: string, way: Way = "by index"): RawBuilder<boolean> {
  if (search.includes(SEPARATOR)) return sql`false`;
  return holds("users.search_text", search, way);
}

/** As `matchesTrader`, in name or email alone. */
export function matchesPerson(search: string, way: Way = "by index"): RawBuilder<boolean> {
  const inEither = sql`(${holds("lower(users.full_name)", search, way)}
    or ${holds("users.email", search, way)})`;
  return sql`(${matchesTrader(search, way)} and ${inEither})`;
}

function holds(text: string, search: string, way: Way): RawBuilder<boolean> {
  return way === "by index" && hasTrigram(search)
    ? sql`${sql.raw(text)} like lower(${containing(search)})`
    : // Tells the planner nothing of how rare the text is; of `like` it makes too much.
      sql`strpos(${sql.raw(text)}, lower(${search})) > 0`;
}
