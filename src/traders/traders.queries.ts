import { joinedAccountColumns } from "../accounts/account.columns.ts";
import { getAccount } from "../accounts/accounts.queries.ts";
import type { Context } from "../context.ts";
import { notFound } from "../lib/errors.ts";
import { containing, cutPage, inBatches, type Page, readCursor } from "../lib/pages.ts";
import type { TraderSort } from "./sorts.ts";
import { currentTraderColumns } from "./trader.columns.ts";
import type {
  AdministeredTrader,
  ListedTrader,
  TraderListQuery,
  TraderPageQuery,
} from "./trader.schema.ts";

const administeredColumns = [
  ...currentTraderColumns,
  "users.banned as banned",
  "users.ban_reason as banReason",
] as const;

/**
 * A trader as an administrator opens him.
 * @throws RefusalError where there is none
 */
export async function getTrader(context: Context, id: number): Promise<AdministeredTrader> {
  const [trader, account] = await Promise.all([
    context.database.kysely
      .selectFrom("users")
      .select(administeredColumns)
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

type TraderFilter = Pick<TraderListQuery, "search" | "status"> &
  Partial<Pick<TraderPageQuery, "searchIn">>;

/** The traders that match, without order, limit or columns. */
function matching({ database }: Context, { search, searchIn, status }: TraderFilter) {
  return database.kysely
    .selectFrom("users")
    .innerJoin("trading_accounts", "trading_accounts.user_id", "users.id")
    .$if(status !== undefined, (query) => query.where("trading_accounts.status", "=", status!))
    .$if(Boolean(search), (query) =>
      query.where((where) =>
        where.or(
          (["users.full_name", "users.email", "trading_accounts.login"] as const).map((column) =>
            where(column, "ilike", containing(search!)),
          ),
        ),
      ),
    )
    .$if(Boolean(search) && searchIn === "person", (query) =>
      query.where((where) =>
        where.or([
          where("users.full_name", "ilike", containing(search!)),
          where("users.email", "ilike", containing(search!)),
        ]),
      ),
    );
}

function listed(query: ReturnType<typeof matching>) {
  return query.select(administeredColumns).select(joinedAccountColumns);
}

type Row = Awaited<ReturnType<ReturnType<typeof listed>["execute"]>>[number];

function presentRow(row: Row): ListedTrader {
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

async function readTraders(
  context: Context,
  query: TraderListQuery,
  beforeId: number | undefined,
  limit: number,
): Promise<ListedTrader[]> {
  const rows = await listed(matching(context, query))
    .$if(beforeId !== undefined, (rest) => rest.where("users.id", "<", beforeId!))
    .orderBy("users.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(presentRow);
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

/** A page of a grid, by its number. What is not set stands last, ties are newest first. */
export async function pageTraders(context: Context, query: TraderPageQuery) {
  const { page, pageSize, sort, order } = query;
  const [rows, total] = await Promise.all([
    listed(matching(context, query))
      .orderBy(sortColumns[sort], (by) => (order === "asc" ? by.asc() : by.desc()).nullsLast())
      .orderBy("users.id", "desc")
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    countTraders(context, query),
  ]);
  return { rows: rows.map(presentRow), total };
}

async function countTraders(context: Context, query: TraderFilter) {
  const { total } = await matching(context, query)
    .select((count) => count.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The newest traders. */
export function recentTraders(context: Context, limit: number): Promise<ListedTrader[]> {
  return readTraders(context, {}, undefined, limit);
}

/** One page of the traders that match, newest first. */
export async function listTraders(
  context: Context,
  query: TraderListQuery & { limit: number },
): Promise<Page<ListedTrader>> {
  const beforeId = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const [found, total] = await Promise.all([
    readTraders(context, query, beforeId, query.limit + 1),
    countTraders(context, query),
  ]);
  return cutPage(found, query.limit, total);
}

/** All traders that match, newest first, in batches. */
export function streamTraders(
  context: Context,
  query: TraderListQuery,
): AsyncGenerator<ListedTrader[]> {
  const from = query.cursor === undefined ? undefined : readCursor(query.cursor);
  return inBatches((beforeId, limit) => readTraders(context, query, beforeId ?? from, limit));
}
