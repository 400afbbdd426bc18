import { type Expression, type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** As far as the matches of a search are counted: beyond it, "1,000+" says enough. */
export const COUNT_CAP = 1000;

/** How many rows match, on all pages. */
export interface Total {
  total: number;
  /** More than `total` match, and nobody counted how many. */
  exceedsTotal: boolean;
}

export interface CountedPage<Row> extends Total {
  rows: Row[];
}

type Query = Expression<unknown>;

/**
 * A page of a whole list, in one statement with its total.
 * @param total a number, from the counters
 * @param page the rows, in the order `order` (which names their columns)
 */
export async function readWhole<Row extends { id: number }>(
  kysely: Kysely<Tables>,
  { total, page, order }: { total: Query; page: Query; order: Query },
): Promise<CountedPage<Row>> {
  const { rows } = await sql<Row & { matches: number }>`
    with counted as materialized (select (${total})::int as matches)
    select counted.matches, page.* from counted left join ${page} as page on true
    order by ${order}`.execute(kysely);
  return cut(rows, Number.POSITIVE_INFINITY);
}

/** Fewer than these are cheaper to find by the index than by looking for the newest ones. */
const ENUMERABLE = 10 * COUNT_CAP;

interface Search {
  /** Ids of all matches, in any order. */
  matching: Query;
  /** How many of them there may be, told from `matches` of them, the greatest of whose ids is `last`. */
  estimate: Query;
  /** The page's rows among those whose id is in this list. */
  among: (ids: Expression<number>, way: Expression<boolean>) => Query;
  /** The page's rows, found by going along the list; the next match must never be far. */
  along: (way: Expression<boolean>) => Query;
  order: Query;
}

const found = sql<number>`(select id from found)`;
const way = (name: string) => sql<boolean>`(select way from counted) = ${sql.lit(name)}`;

/**
 * A page of what a search matches, in one statement with its total, which is exact up to the cap.
 * Matches come from the index only as far as somebody asks for them: for the count, as many as are
 * counted; all of them, where there are not too many to be sorted. Of many, the page is found by
 * going along the list in its own order.
 */
export async function readSearched<Row extends { id: number }>(
  kysely: Kysely<Tables>,
  { matching, estimate, among, along, order }: Search,
): Promise<CountedPage<Row>> {
  const { rows } = await sql<Row & { matches: number }>`
    with found as materialized (
      select id from ${matching} as matching limit ${sql.lit(ENUMERABLE)}
    ), counted as materialized (
      select matches, case
        when matches <= ${sql.lit(COUNT_CAP)} then 'among'
        when ${estimate} >= ${sql.lit(ENUMERABLE)} then 'along'
        when (select count(*) from found) < ${sql.lit(ENUMERABLE)} then 'among'
        else 'along' end as way
      from (
        select count(*)::int as matches, max(id) as last
        from (select id from found limit ${sql.lit(COUNT_CAP + 1)}) as first
      ) as first
    )
    select counted.matches, page.* from counted left join (
      select * from ${among(found, way("among"))} as among
      union all select * from ${along(way("along"))} as along
    ) as page on true
    order by ${order}`.execute(kysely);
  return cut(rows, COUNT_CAP);
}

/** Where no row is on the page, the count stands alone. */
function cut<Row extends { id: number }>(
  rows: (Row & { matches: number })[],
  cap: number,
): CountedPage<Row> {
  const counted = rows[0]?.matches ?? 0;
  return {
    rows: rows[0]?.id === null ? [] : rows,
    total: Math.min(counted, cap),
    exceedsTotal: counted > cap,
  };
}
