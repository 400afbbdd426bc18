import { sql } from "kysely";
import { accountColumns, joinedAccountColumns } from "../accounts/account.columns.ts";
import { getAccount } from "../accounts/accounts.queries.ts";
import type { Context } from "../../platform/context.ts";
import { readSearched, readWhole } from "../../platform/database/counted-page.ts";
import { countOf } from "../counters/counters.ts";
import {
  inJsonBatches,
  readJsonRows,
  wireColumns,
  wireObject,
} from "../../platform/database/json-rows.ts";
import { comesAfter, sortKey } from "../../platform/database/keyset.ts";
import { notFound } from "../../platform/lib/errors.ts";
import {
  newestFirstCursors,
  type Page,
  readPage,
  type Slice,
} from "../../platform/database/pages.ts";
import { matchesPerson, matchesTrader } from "./search.queries.ts";
import type { TraderSort } from "./trader-sorts.rule.ts";
import { adminTraderColumns } from "../../identity/users/trader.columns.ts";
import type {
  SavedTrader,
  TraderListItem,
  TraderListQuery,
  TraderPageQuery,
} from "./trader.schema.ts";

/** @throws RefusalError if the trader does not exist */
export async function getTrader(context: Context, id: number): Promise<SavedTrader> {
  const [trader, account] = await Promise.all([
    context.database.kysely
      .selectFrom("users")
      .select(adminTraderColumns)
      .where("users.id", "=", id)
      .executeTakeFirst(),
    getAccount(context, id),
  ]);
  if (!trader) throw notFound("User");
  return {
    ...trader,
    createdAt: new Date(trader.createdAt),
    tradingAccount: account,
    account,
  };
}

type Filter = Pick<TraderListQuery, "search" | "status"> &
  Partial<Pick<TraderPageQuery, "searchIn">>;

const searches = { all: matchesTrader, person: matchesPerson };

/** All traders, or those of one status, without order, limit or columns. */
function ofStatus({ database }: Context, status: Filter["status"]) {
  return database.kysely
    .selectFrom("users")
    .innerJoin("trading_accounts", "trading_accounts.user_id", "users.id")
    .$if(status !== undefined, (query) => query.where("trading_accounts.status", "=", status!));
}

/** The traders that match, without order, limit or columns. */
function matching(context: Context, { search, searchIn = "all", status }: Filter) {
  const query = ofStatus(context, status);
  return search ? query.where(searches[searchIn](search)) : query;
}

function listed(query: ReturnType<typeof ofStatus>) {
  return query.select(adminTraderColumns).select(joinedAccountColumns);
}

type Row = Awaited<ReturnType<ReturnType<typeof listed>["execute"]>>[number];

function presentRow(row: Row): TraderListItem {
  return {
    id: row.id,
    fullName: row.fullName,
    email: row.email,
    country: row.country,
    city: row.city,
    street: row.street,
    houseNumber: row.houseNumber,
    privacyPolicyAgreed: row.privacyPolicyAgreed,
    banned: row.banned,
    banReason: row.banReason,
    createdAt: new Date(row.createdAt),
    tradingAccount: {
      id: row.accountId,
      userId: row.id,
      login: row.login,
      server: row.server,
      balance: row.balance,
      profitLoss: row.profitLoss,
      status: row.status,
      phase: row.phase,
      payoutEnabled: row.payoutEnabled,
      dailyDrawdownLimit: row.dailyDrawdownLimit,
      overallLossLimit: row.overallLossLimit,
      profitTarget: row.profitTarget,
      createdAt: new Date(row.accountCreatedAt),
    },
  };
}

const sortColumns = {
  id: "users.id",
  fullName: "users.full_name",
  email: "users.email",
  login: "trading_accounts.login",
  balance: "trading_accounts.balance",
  status: "trading_accounts.status",
  phase: "trading_accounts.phase",
  payoutEnabled: "trading_accounts.payout_enabled",
} as const satisfies Record<TraderSort, string>;

const freeTexts: ReadonlySet<TraderSort> = new Set(["fullName", "login", "phase"]);

/** Ids of the traders that match, found by the index of the search. */
function matchingIds({ database }: Context, search: string, { searchIn = "all", status }: Filter) {
  return database.kysely
    .selectFrom("users")
    .select("users.id as id")
    .where(searches[searchIn](search))
    .$if(status !== undefined, (query) =>
      query
        .innerJoin("trading_accounts", "trading_accounts.user_id", "users.id")
        .where("trading_accounts.status", "=", status!),
    );
}

/** Rows of a list with the total of all of it. What is not set stands last, ties are newest first. */
async function readSlice(context: Context, filter: Filter, slice: Slice<TraderSort>) {
  const { kysely } = context.database;
  const { search, searchIn = "all", status } = filter;
  const { sort, order, limit, offset = 0, after } = slice;
  const isFreeText = freeTexts.has(sort);
  const key = sortKey(sortColumns[sort], order, isFreeText);
  const sliced = (query: ReturnType<typeof ofStatus>) =>
    listed(query)
      .$if(after !== undefined, (rest) =>
        rest.where(comesAfter(key, { sort, order }, "users.id", after!)),
      )
      .orderBy(key.inOrder)
      .orderBy("users.id", "desc")
      .limit(limit)
      .offset(offset);
  const all = ofStatus(context, status);
  const byName = sql`${sortKey(sort, order, isFreeText).inOrder}, id desc`;
  const { rows, ...total } = search
    ? await readSearched<Row>(kysely, {
        matching: matchingIds(context, search, filter),
        // Rows lie about in the order of their ids: where the first matches end says how dense they are.
        estimate: sql`matches * (select max(id) from users)::float / greatest(last, 1)`,
        among: (ids, way) => {
          // In the order of ids, a page needs no look at the rows beyond it.
          const newest = sql<number>`(select id from ${ids} as ids ${after ? sql`where id < ${after.id}` : sql``}
            order by id desc limit ${limit + offset})`;
          const isPlain = sort === "id" && order === "desc";
          return sliced(all.where(way).where("users.id", "in", isPlain ? newest : ids));
        },
        along: (way) => sliced(all.where(way).where(searches[searchIn](search, "row by row"))),
        order: byName,
      })
    : await readWhole<Row>(kysely, {
        total: countOf(kysely, "account", ...(status ? [status] : [])),
        page: sliced(matching(context, filter)),
        order: byName,
      });
  return { ...total, rows };
}

/** A page of a grid, by its number. */
export async function pageTraders(context: Context, query: TraderPageQuery) {
  const { page, pageSize, sort, order } = query;
  const slice = { sort, order, limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, ...total } = await readSlice(context, query, slice);
  return { ...total, rows: rows.map(presentRow) };
}

/** One page of the traders that match, newest first or as asked. */
export function listTraders(
  context: Context,
  query: TraderListQuery & { limit: number },
): Promise<Page<TraderListItem>> {
  const list = { name: "users", query, cipher: context.cipher };
  return readPage(list, (slice) => readSlice(context, query, slice), presentRow);
}

/** All traders that match, newest first, as JSON in batches. */
export function streamTraders(context: Context, query: TraderListQuery): AsyncGenerator<string> {
  const from = query.cursor === undefined ? undefined : newestFirstCursors().read(query.cursor).id;
  return inJsonBatches((beforeId = from, limit) => {
    const rows = matching(context, query)
      .select(wireColumns(adminTraderColumns))
      .select(wireObject("tradingAccount", accountColumns))
      .$if(beforeId !== undefined, (rest) => rest.where("users.id", "<", beforeId!))
      .orderBy("users.id", "desc")
      .limit(limit);
    return readJsonRows(context.database.kysely, rows);
  });
}
