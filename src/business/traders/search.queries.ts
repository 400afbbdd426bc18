import { type RawBuilder, sql } from "kysely";
import { withAsciiDomain } from "../../platform/fields/text.schema.ts";
import { containing } from "../../platform/lists/conditions.ts";
import type { SearchAccess } from "../../platform/lists/list-declaration.ts";

type Condition = RawBuilder<boolean>;

/** Separates the fields of `users.search_text`, so that no search matches across two of them. */
const SEPARATOR = "\u001f";

/** More words are searched for as one text, because each costs time. */
const MAX_WORDS = 10;

/** The length of the word beginnings that `word_starts` returns. */
const INDEXED_LETTERS = 2;

/** Name, email and broker login, folded by the function `fold_text` of the database. */
const traderText = "users.search_text";

/** Only name and email. */
const personText =
  "(split_part(users.search_text, chr(31), 1) || chr(31) || split_part(users.search_text, chr(31), 2))";

/**
 * Matches rows of `users` whose name, email or broker login contain every word of the search, ignoring case and accents.
 * A word without a trigram matches the beginnings of words.
 */
export function matchesTrader(search: string, access: SearchAccess): Condition {
  return matches(traderText, search, access);
}

/** Matches rows of `users` in the same way, but only by name and email. */
export function matchesPerson(search: string, access: SearchAccess): Condition {
  return matches(personText, search, access);
}

function matches(text: string, search: string, access: SearchAccess): Condition {
  if (search.includes(SEPARATOR)) return sql`false`;
  const words = wordsOf(search);
  const inText = words.map((word) => matchesWord(text, word));
  if (access === "row") return inOneCondition(inText);
  const indexed = words.flatMap(byIndex);
  // The index has decided about words in all fields.
  const undecided = text === traderText ? words.filter((word) => !isDecidedByIndex(word)) : words;
  return all([...indexed, ...undecided.map((word) => matchesWord(text, word))]);
}

function wordsOf(search: string): string[] {
  // Composed here, because compatibility forms such as `％` would otherwise become patterns after they were escaped.
  const text = search.normalize("NFKC").trim();
  // Also finds `Last, First`. A comma alone is searched for as it is.
  const given = /[^\s,]/u.test(text) ? text.split(/[\s,]+/u) : [text];
  const words = [...new Set(given)].map(withAsciiDomain);
  return [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join(" ")].filter(Boolean);
}

/**
 * Whether the trigram index can find a word. Only letters that `fold_text` turns into ASCII count, because PostgreSQL's
 * trigrams contain others only in some locales.
 */
function hasTrigram(word: string): boolean {
  const unmarked = word.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return /[a-z0-9øłðđħŧıßæœþ]{3}/i.test(unmarked);
}

/** Returns the parts of a word that consist of letters and digits, such as those of `o'b`. */
function partsOf(word: string): string[] {
  return word.split(/[^\p{L}\p{M}\p{N}\u200c\u200d]+/u).filter(Boolean);
}

function matchesWord(text: string, word: string): Condition {
  const parts = partsOf(word);
  return hasTrigram(word) || parts.length === 0
    ? // `strpos`, because the planner underestimates how many rows match a long `like` pattern.
      sql`strpos(${sql.raw(text)}, fold_text(${word})) > 0`
    : all(parts.map((part) => beginsWord(text, part)));
}

/** Uses `regexp_like`, because the planner expects few matches of `~`. */
function beginsWord(text: string, part: string): Condition {
  return sql`regexp_like(text_without_domains(${sql.raw(text)}), '(^|[^[:alnum:]])' || fold_text(${part}))`;
}

/** Returns the conditions that an index serves; none for punctuation alone, such as "@", which is in most rows or few. */
function byIndex(word: string): Condition[] {
  if (hasTrigram(word)) return [sql`users.search_text like fold_text(${containing(word)})`];
  const starts = partsOf(word).map(
    (part) => sql`left(fold_text(${part}), ${INDEXED_LETTERS}::int)`,
  );
  return starts.length === 0
    ? []
    : [sql`word_starts(users.search_text) @> array[${sql.join(starts)}]`];
}

function isDecidedByIndex(word: string): boolean {
  const parts = partsOf(word);
  if (hasTrigram(word)) return true;
  return parts.length > 0 && parts.every((part) => /^[a-z0-9]{1,2}$/i.test(part));
}

function all(conditions: Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** The planner multiplies the selectivities of conditions joined by `and`, and would expect few matches of many words. */
function inOneCondition(conditions: Condition[]): Condition {
  return conditions.length === 1
    ? conditions[0]!
    : sql`case when ${all(conditions)} then true else false end`;
}
