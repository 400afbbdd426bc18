import { joinedAccountColumns } from "../accounts/account.columns.ts";
import { getAccount } from "../accounts/accounts.queries.ts";
import type { Context } from "../context.ts";
import { notFound } from "../lib/errors.ts";
import { containing, cutPage, inBatches, type Page, readCursor } from "../lib/pages.ts";
import { currentTraderColumns } from "./trader.columns.ts";
import type { AdministeredTrader, ListedTrader, TraderListQuery } from "./trader.schema.ts";

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

/** The traders that match, without order, limit or columns. */
function matching({ database }: Context, { search, status }: TraderListQuery) {
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
    );
}

async function readTraders(
  context: Context,
  query: TraderListQuery,
  beforeId: number | undefined,
  limit: number,
): Promise<ListedTrader[]> {
  const rows = await matching(context, query)
    .select(administeredColumns)
    .select(joinedAccountColumns)
    .$if(beforeId !== undefined, (rest) => rest.where("users.id", "<", beforeId!))
    .orderBy("users.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
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
  }));
}

/** One page of the traders that match, newest first. */
export async function listTraders(
  context: Context,
  query: TraderListQuery & { limit: number },
): Promise<Page<ListedTrader>> {
  const beforeId = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const [found, { total }] = await Promise.all([
    readTraders(context, query, beforeId, query.limit + 1),
    matching(context, query)
      .select((count) => count.fn.countAll<string>().as("total"))
      .executeTakeFirstOrThrow(),
  ]);
  return cutPage(found, query.limit, Number(total));
}

/** All traders that match, newest first, in batches. */
export function streamTraders(
  context: Context,
  query: TraderListQuery,
): AsyncGenerator<ListedTrader[]> {
  const from = query.cursor === undefined ? undefined : readCursor(query.cursor);
  return inBatches((beforeId, limit) => readTraders(context, query, beforeId ?? from, limit));
}
