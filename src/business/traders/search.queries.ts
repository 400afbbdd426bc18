import { type RawBuilder, sql } from "kysely";
import { containing } from "../../platform/lists/conditions.ts";
import type { SearchAccess } from "../../platform/lists/list-declaration.ts";

type Condition = RawBuilder<boolean>;

/** Separates the fields of `users.search_text`, so that no search matches across two of them. */
const SEPARATOR = "\u001f";

/**
 * Whether the trigram index can find a text. Letters beyond ASCII do not count, because PostgreSQL's trigrams
 * contain them only in some locales.
 */
const hasTrigram = (search: string) => /[a-z0-9]{3}/i.test(search);

/** The length of the word beginnings that `word_starts` returns. */
const INDEXED_LETTERS = 2;

const personText = "search_text_of(users.full_name, users.email, null)";

/**
 * Matches rows of `users` whose name, email or broker login contains the text, ignoring case. A text without a
 * trigram matches the beginnings of words.
 */
export function matchesTrader(search: string, access: SearchAccess): Condition {
  if (search.includes(SEPARATOR)) return sql`false`;
  if (hasTrigram(search)) return contains("users.search_text", search, access);
  const words = wordsOf(search);
  // Punctuation alone, such as "@", is in every row or in very few, so an index would be too large for its use.
  if (words.length === 0) return contains("users.search_text", search, "row");
  return access === "row"
    ? beginsWords("users.search_text", words)
    : sql`(${mayBeginWords(words)} and ${beginsLongWords("users.search_text", words)})`;
}

/** Matches rows of `users` in the same way, but only by name and email. */
export function matchesPerson(search: string, access: SearchAccess): Condition {
  const words = wordsOf(search);
  if (!hasTrigram(search) && words.length > 0) {
    const beginsThem = beginsWords(personText, words);
    return access === "row" ? beginsThem : sql`(${mayBeginWords(words)} and ${beginsThem})`;
  }
  const inEither = sql`(${contains("lower(users.full_name)", search, access)}
    or ${contains("users.email", search, access)})`;
  return sql`(${matchesTrader(search, access)} and ${inEither})`;
}

function contains(text: string, search: string, access: SearchAccess): Condition {
  return access === "index" && hasTrigram(search)
    ? sql`${sql.raw(text)} like lower(${containing(search)})`
    : // `strpos`, because the planner underestimates how many rows match a long `like` pattern.
      sql`strpos(${sql.raw(text)}, lower(${search})) > 0`;
}

function wordsOf(search: string): string[] {
  return search.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** Served by the index of `word_starts`. */
function mayBeginWords(words: string[]): Condition {
  const starts = words.map((word) => Array.from(word).slice(0, INDEXED_LETTERS).join(""));
  const lowered = starts.map((start) => sql`lower(${start})`);
  return sql`word_starts(users.search_text) @> array[${sql.join(lowered)}]`;
}

function beginsLongWords(text: string, words: string[]): Condition {
  const long = words.filter((word) => Array.from(word).length > INDEXED_LETTERS);
  return long.length === 0 ? sql`true` : beginsWords(text, long);
}

/**
 * Whether every search word begins a word of the text. Uses `regexp_like`, because the planner expects few matches
 * of `~`.
 */
function beginsWords(text: string, words: string[]): Condition {
  const conditions = words.map(
    (word) =>
      sql<boolean>`regexp_like(text_without_domains(${sql.raw(text)}), '(^|[^[:alnum:]])' || lower(${word}))`,
  );
  return sql`(${sql.join(conditions, sql` and `)})`;
}
