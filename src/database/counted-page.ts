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

/** In a page of `readSearched`: what the index of the search has found. */
export const candidateIds = sql<number>`(select id from candidates)`;

const matches = sql<number>`(select matches from counted)`;
/** In a page of `readSearched`: only one of the two ways to the page is gone. */
export const areFew = sql<boolean>`${matches} <= ${sql.lit(COUNT_CAP)}`;
export const areMany = sql<boolean>`${matches} > ${sql.lit(COUNT_CAP)}`;

/**
 * A page of what a search matches, in one statement with its total. Few matches are found by the
 * search's index, counted exactly and sorted; of many, the page is found by going along the list
 * in its own order, where the next match is never far.
 * @param candidates ids of matches, in any order
 * @param few the page's rows among `candidateIds`, where `areFew`
 * @param many the page's rows in the whole list, where `areMany`
 */
export async function readSearched<Row extends { id: number }>(
  kysely: Kysely<Tables>,
  { candidates, few, many, order }: { candidates: Query; few: Query; many: Query; order: Query },
): Promise<CountedPage<Row>> {
  const { rows } = await sql<Row & { matches: number }>`
    with candidates as materialized (
      select id from ${candidates} as found limit ${sql.lit(COUNT_CAP + 1)}
    ), counted as materialized (select count(*)::int as matches from candidates)
    select counted.matches, page.* from counted left join (
      select * from ${few} as few union all select * from ${many} as many
    ) as page on true
    order by ${order}`.execute(kysely);
  return cut(rows, COUNT_CAP);
}

/** Where no row is on the page, the count stands alone. */
function cut<Row extends { id: number }>(
  rows: (Row & { matches: number })[],
  cap: number,
): CountedPage<Row> {
  const found = rows[0]?.matches ?? 0;
  return {
    rows: rows[0]?.id === null ? [] : rows,
    total: Math.min(found, cap),
    exceedsTotal: found > cap,
  };
}
