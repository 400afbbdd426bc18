import { type Expression, type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import { anyOf, type Condition } from "./conditions.ts";
import {
  idOf,
  type ListSource,
  orderOfPage,
  selectIds,
  selectSlice,
  type Slice,
  type SliceRow,
} from "./slices.ts";

/** The limit for counting matches of a search, and rows without a counter. More are reported as "1,000+". */
export const COUNT_CAP = 1000;

/** Returns SQL that counts the rows of a query, but at most `COUNT_CAP + 1`. */
export function countCapped(rows: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*)::int from (${rows} limit ${sql.lit(COUNT_CAP + 1)}) as counted_rows)`;
}

/** With fewer matches, sorting them is cheaper than scanning the list. */
const SORTABLE = 10 * COUNT_CAP;

/** The number of matching rows on all pages. */
export interface Total {
  total: number;
  /** Whether more rows than `total` match. */
  exceedsTotal: boolean;
}

export interface CountedSlice extends Total {
  rows: SliceRow[];
}

/**
 * Reads a slice of the rows that match the filters, with their total, in one statement.
 * @param cap the greatest exact total; more rows are reported as exceeding it
 */
export async function readFiltered(
  kysely: Kysely<Tables>,
  list: ListSource,
  slice: Slice,
  { filters, total, cap }: { filters: Condition[]; total: Expression<number>; cap: number },
): Promise<CountedSlice> {
  const counted = sql`counted as materialized (select ${total} as matches)`;
  const page = selectSlice(list, slice, filters);
  const rows = await selectCounted(kysely, counted, page, orderOfPage(list, slice));
  return cut(rows, cap);
}

export interface Search {
  /** Rows match if one of these conditions is true. An index supports each of them. */
  byIndex: Condition[];
  /** The same conditions in the form for checking scanned rows. */
  byRow: Condition[];
  /** Whether the index returns matches roughly in the order of their ids. */
  followsIds: boolean;
}

/**
 * Reads a slice of the rows that match a search in one statement, with their total, which is exact up to `COUNT_CAP`.
 * Few matches are sorted (`sortMatches`). If many rows match, the list is scanned in its own order (`scanInOrder`),
 * because the next match is never far away. The index is read once, and only as far as necessary to count the matches
 * and to choose between the two strategies.
 */
export async function readSearched(
  kysely: Kysely<Tables>,
  list: ListSource,
  slice: Slice,
  { filters, search }: { filters: Condition[]; search: Search },
): Promise<CountedSlice> {
  const matching = search.byIndex.map((condition) => selectIds(list, [...filters, condition]));
  const counted = sql`found as materialized (
      select id from (${sql.join(matching, sql` union `)}) as matching limit ${sql.lit(SORTABLE)}
    ), counted as materialized (
      select matches, ${chooseStrategy(list, search)} as strategy
      from (
        select count(*)::int as matches, max(id) as last
        from (select id from found limit ${sql.lit(COUNT_CAP + 1)}) as first
      ) as first
    )`;
  const page = sql`select * from (${sortMatches(list, slice)}) as sorted_matches
    union all select * from (${scanInOrder(list, slice, filters, search)}) as scanned`;
  const rows = await selectCounted(kysely, counted, page, orderOfPage(list, slice));
  return cut(rows, COUNT_CAP);
}

/**
 * Returns SQL that chooses a strategy. If the index follows the ids, the total number of matches is estimated from the
 * greatest id of the counted matches, which shows what part of the list they cover.
 */
function chooseStrategy(list: ListSource, { followsIds }: Search): RawBuilder<string> {
  const greatestId = sql`(${selectIds(list, [])} order by ${idOf(list)} desc limit 1)`;
  const estimate = followsIds
    ? sql`matches * ${greatestId}::float / greatest(last, 1)`
    : sql`'infinity'::float`;
  return sql`case
    when matches <= ${sql.lit(COUNT_CAP)} then 'sort matches'
    when ${estimate} >= ${sql.lit(SORTABLE)} then 'scan in order'
    when (select count(*) from found) < ${sql.lit(SORTABLE)} then 'sort matches'
    else 'scan in order' end`;
}

const isChosen = (strategy: "sort matches" | "scan in order") =>
  sql<boolean>`(select strategy from counted) = ${sql.lit(strategy)}`;

function sortMatches(list: ListSource, slice: Slice): RawBuilder<SliceRow> {
  const { sort, order, limit, offset, after } = slice;
  // If the page is sorted by id, only its own rows have to be read.
  const ids =
    sort === "id" && order === "desc"
      ? sql`select id from found ${after ? sql`where id < ${after.id}` : sql``}
          order by id desc limit ${limit + offset}`
      : sql`select id from found`;
  return selectSlice(list, slice, [isChosen("sort matches"), sql`${idOf(list)} in (${ids})`]);
}

function scanInOrder(
  list: ListSource,
  slice: Slice,
  filters: Condition[],
  { byRow }: Search,
): RawBuilder<SliceRow> {
  return selectSlice(list, slice, [isChosen("scan in order"), ...filters, anyOf(byRow)]);
}

type CountedRow = SliceRow & { $total: number };

async function selectCounted(
  kysely: Kysely<Tables>,
  counted: RawBuilder<unknown>,
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`with ${counted}
    select counted.matches as "$total", page.* from counted left join (${page}) as page on true
    order by ${order}`.execute(kysely);
  return rows;
}

/** Separates rows and total. If the page is empty, a single row contains only the total. */
function cut(rows: CountedRow[], cap: number): CountedSlice {
  const total = rows[0]?.$total ?? 0;
  return {
    rows: rows[0]?.id === null ? [] : rows,
    total: Math.min(total, cap),
    exceedsTotal: total > cap,
  };
}
