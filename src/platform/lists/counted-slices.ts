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

/** How many matches of a search are counted, and rows without a counter; more are reported as "1,000+". */
export const COUNT_CAP = 1000;

/** The number of rows of a query, of which no more than `COUNT_CAP` and one are read. */
export function countCapped(rows: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*)::int from (${rows} limit ${sql.lit(COUNT_CAP + 1)}) as counted_rows)`;
}

/** Up to this many matches are cheaper to sort than the list is to scan. */
const SORTABLE = 10 * COUNT_CAP;

/** How many rows match, on all pages. */
export interface Total {
  total: number;
  /** More rows than `total` match; they were not counted. */
  exceedsTotal: boolean;
}

export interface CountedSlice extends Total {
  rows: SliceRow[];
}

/**
 * A slice of the rows that pass the filters, with their total, in one statement.
 * @param cap the greatest total that is reported as it is
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
  /** A match meets one of these conditions, each of which is served by an index. */
  byIndex: Condition[];
  /** The same conditions, for checking rows of a scan. */
  byRow: Condition[];
  /** The index returns matches roughly in the order of their ids. */
  followsIds: boolean;
}

/**
 * A slice of the rows that match a search, with their total, which is exact up to `COUNT_CAP`, in one
 * statement. Few matches are sorted (`sortMatches`); if there are many, the next one is never far
 * away, and the list is scanned in its own order (`scanInOrder`). The index is read once, and only as
 * far as needed to count the matches and to choose between the two.
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
 * If the index follows the ids, the id of the last match that was counted shows how far into the list
 * the counted matches reach, and so how many there are in all of it.
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
  // In the order of ids, only the rows of the page itself have to be read.
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

/** If the page is empty, one row contains the total alone. */
function cut(rows: CountedRow[], cap: number): CountedSlice {
  const total = rows[0]?.$total ?? 0;
  return {
    rows: rows[0]?.id === null ? [] : rows,
    total: Math.min(total, cap),
    exceedsTotal: total > cap,
  };
}
