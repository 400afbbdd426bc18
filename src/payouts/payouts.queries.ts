import { sql } from "kysely";
import type { Context } from "../context.ts";
import { notFound } from "../lib/errors.ts";
import { MAX_ID } from "../lib/id.schema.ts";
import { containing, cutPage, inBatches, type Page, readCursor } from "../lib/pages.ts";
import type {
  AdministeredPayout,
  Payout,
  PayoutListQuery,
  PayoutPageQuery,
} from "./payout.schema.ts";
import type { PayoutSort } from "./sorts.ts";
import { decisions } from "./status.ts";
import { readTimeline } from "./timeline.queries.ts";

const payoutColumns = [
  "payout_requests.id as id",
  "payout_requests.user_id as userId",
  "payout_requests.amount as amount",
  "payout_requests.payment_method as paymentMethod",
  "payout_requests.payment_details as paymentDetails",
  "payout_requests.status as status",
  "payout_requests.admin_notes as adminNotes",
  "payout_requests.created_at as createdAt",
] as const;

/** A trader's own requests, newest first. */
export async function listOwnPayouts({ database }: Context, traderId: number): Promise<Payout[]> {
  const rows = await database.kysely
    .selectFrom("payout_requests")
    .select(payoutColumns)
    .where("user_id", "=", traderId)
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

/**
 * One of a trader's own requests with its whole life.
 * @throws RefusalError where there is none, or it is another trader's
 */
export async function getOwnPayout(context: Context, traderId: number, id: number) {
  const row = await context.database.kysely
    .selectFrom("payout_requests")
    .select(payoutColumns)
    .where("id", "=", id)
    .where("user_id", "=", traderId)
    .executeTakeFirst();
  if (!row) throw notFound("Payout request");
  const payout = { ...row, createdAt: new Date(row.createdAt) };
  return { ...payout, timeline: await readTimeline(context, payout) };
}

/** The requests that match, without order, limit or columns. A search is for a person or an id. */
function matching(
  { database }: Context,
  { search, status }: Pick<PayoutPageQuery, "search" | "status">,
) {
  const id = Number(/^#?(\d{1,10})$/.exec(search ?? "")?.[1] ?? 0);
  return database.kysely
    .selectFrom("payout_requests")
    .innerJoin("users", "users.id", "payout_requests.user_id")
    .innerJoin("trading_accounts", "trading_accounts.user_id", "payout_requests.user_id")
    .$if(status !== undefined, (query) =>
      query.where("payout_requests.status", "in", status === "decided" ? decisions : [status!]),
    )
    .$if(Boolean(search), (query) =>
      query.where((where) =>
        where.or([
          where("users.full_name", "ilike", containing(search!)),
          where("users.email", "ilike", containing(search!)),
          ...(id > 0 && id <= MAX_ID
            ? [where("payout_requests.id", "=", id), where("users.id", "=", id)]
            : []),
        ]),
      ),
    );
}

function administered(query: ReturnType<typeof matching>) {
  return query
    .select(payoutColumns)
    .select(["users.full_name as fullName", "users.email as email"])
    .select(sql<boolean>`payout_requests.amount > trading_accounts.balance`.as("exceedsBalance"));
}

type Row = Awaited<ReturnType<ReturnType<typeof administered>["execute"]>>[number];

function presentRow({ fullName, email, createdAt, ...payout }: Row): AdministeredPayout {
  return { ...payout, createdAt: new Date(createdAt), user: { fullName, email } };
}

/** @throws RefusalError where there is none */
export async function getPayout(context: Context, id: number): Promise<AdministeredPayout> {
  const row = await administered(matching(context, {}))
    .where("payout_requests.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("Payout request");
  return presentRow(row);
}

/** A request with its whole life. @throws RefusalError where there is none */
export async function getPayoutWithTimeline(context: Context, id: number) {
  const payout = await getPayout(context, id);
  return { ...payout, timeline: await readTimeline(context, payout) };
}

async function readPayouts(
  context: Context,
  query: PayoutListQuery,
  beforeId: number | undefined,
  limit: number,
): Promise<AdministeredPayout[]> {
  const rows = await administered(matching(context, query))
    .$if(beforeId !== undefined, (rest) => rest.where("payout_requests.id", "<", beforeId!))
    .orderBy("payout_requests.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(presentRow);
}

const sortColumns = {
  id: "payout_requests.id",
  userId: "payout_requests.user_id",
  fullName: "users.full_name",
  amount: "payout_requests.amount",
  paymentMethod: "payout_requests.payment_method",
  createdAt: "payout_requests.created_at",
  status: "payout_requests.status",
} as const satisfies Record<PayoutSort, string>;

/** A page of a grid, by its number. What is not set stands last, ties are newest first. */
export async function pagePayouts(context: Context, query: PayoutPageQuery) {
  const { page, pageSize, sort, order } = query;
  const [rows, total] = await Promise.all([
    administered(matching(context, query))
      .orderBy(sortColumns[sort], (by) => (order === "asc" ? by.asc() : by.desc()).nullsLast())
      .orderBy("payout_requests.id", "desc")
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    countPayouts(context, query),
  ]);
  return { rows: rows.map(presentRow), total };
}

async function countPayouts(context: Context, query: Pick<PayoutPageQuery, "search" | "status">) {
  const { total } = await matching(context, query)
    .select((count) => count.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** One page of the requests that match, newest first. */
export async function listPayouts(
  context: Context,
  query: PayoutListQuery & { limit: number },
): Promise<Page<AdministeredPayout>> {
  const beforeId = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const [found, total] = await Promise.all([
    readPayouts(context, query, beforeId, query.limit + 1),
    countPayouts(context, query),
  ]);
  return cutPage(found, query.limit, total);
}

/** All requests that match, newest first, in batches. */
export function streamPayouts(
  context: Context,
  query: PayoutListQuery,
): AsyncGenerator<AdministeredPayout[]> {
  const from = query.cursor === undefined ? undefined : readCursor(query.cursor);
  return inBatches((beforeId, limit) => readPayouts(context, query, beforeId ?? from, limit));
}
