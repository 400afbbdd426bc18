import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { readSearched, readWhole } from "../../platform/database/counted-page.ts";
import { countOf } from "../counters/counters.ts";
import {
  inJsonBatches,
  readJsonRows,
  wireColumns,
  wireList,
  wireObject,
} from "../../platform/database/json-rows.ts";
import { type OwnRead, ownStatement } from "../../identity/sessions/sessions.queries.ts";
import { comesAfter, sortKey } from "../../platform/database/keyset.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { isId } from "../../platform/lib/id.schema.ts";
import {
  newestFirstCursors,
  type Page,
  readPage,
  type Slice,
} from "../../platform/database/pages.ts";
import { matchesPerson } from "../traders/search.queries.ts";
import {
  type AdminPayout,
  listOwnPayoutsInput,
  OWN_PAYOUTS_LIMIT,
  type Payout,
  type PayoutListQuery,
  type PayoutPageQuery,
} from "./payout.schema.ts";
import type { PayoutSort } from "./payout-sorts.rule.ts";
import { decisions } from "./payout-status.rule.ts";
import { readTimeline } from "./timeline.queries.ts";

export const payoutColumns = [
  "payout_requests.id as id",
  "payout_requests.user_id as userId",
  "payout_requests.amount as amount",
  "payout_requests.payment_method as paymentMethod",
  "payout_requests.payment_details as paymentDetails",
  "payout_requests.status as status",
  "payout_requests.admin_notes as adminNotes",
  "payout_requests.created_at as createdAt",
] as const;

type PayoutRow = Omit<Payout, "createdAt"> & { createdAt: string };

/** A row of `payoutColumns` as a response. */
export function presentPayout(row: PayoutRow): Payout {
  return { ...row, createdAt: new Date(row.createdAt) };
}

const userColumns = ["users.full_name as fullName", "users.email as email"] as const;

const exceedsBalance = sql<boolean>`payout_requests.amount > trading_accounts.balance`.as(
  "exceedsBalance",
);

type OwnPayouts = { payouts: Payout[]; hasOlder: boolean };

/** A trader's own requests, newest first; with `before`, only those older than it. */
export const ownPayouts: OwnRead<OwnPayouts> = {
  statement: ownStatement(
    "payouts",
    `select coalesce(json_agg(payout), '[]') from (
       select ${wireList(payoutColumns)} from payout_requests
       where user_id = users.id and ($3::int is null or id < $3)
       order by id desc limit ${OWN_PAYOUTS_LIMIT + 1}) as payout`,
  ),
  values: (input) => [listOwnPayoutsInput.safeParse(input).data?.before ?? null],
  present(_context, _traderId, own) {
    const rows = own as PayoutRow[];
    const payouts = rows.slice(0, OWN_PAYOUTS_LIMIT).map(presentPayout);
    return { payouts, hasOlder: rows.length > OWN_PAYOUTS_LIMIT };
  },
};

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
  const payout = presentPayout(row);
  return { ...payout, timeline: await readTimeline(context, payout) };
}

type Filter = Pick<PayoutPageQuery, "search" | "status">;

const statusesOf = (status: Filter["status"]) =>
  status === undefined ? [] : status === "decided" ? [...decisions] : [status];

/** All requests, or those of a status, without order, limit or columns. */
function ofStatus({ database }: Context, status: Filter["status"]) {
  return database.kysely
    .selectFrom("payout_requests")
    .innerJoin("users", "users.id", "payout_requests.user_id")
    .innerJoin("trading_accounts", "trading_accounts.user_id", "payout_requests.user_id")
    .$if(status !== undefined, (query) =>
      query.where("payout_requests.status", "in", statusesOf(status)),
    );
}

/** The request or trader that a search names by its id: `17` or `#17`. */
function namedId(search: string): number | undefined {
  const id = Number(/^#?(\d{1,10})$/.exec(search)?.[1] ?? 0);
  return isId(id) ? id : undefined;
}

/** A search is for a person or an id. */
function matchesRequest(search: string, way?: "row by row"): RawBuilder<boolean> {
  const id = namedId(search);
  return id === undefined
    ? matchesPerson(search, way)
    : sql`(${matchesPerson(search, way)} or payout_requests.id = ${id} or users.id = ${id})`;
}

/** The requests that match, without order, limit or columns. */
function matching(context: Context, { search, status }: Filter) {
  const query = ofStatus(context, status);
  return search ? query.where(matchesRequest(search)) : query;
}

function administered(query: ReturnType<typeof ofStatus>) {
  return query.select(payoutColumns).select(userColumns).select(exceedsBalance);
}

type Row = Awaited<ReturnType<ReturnType<typeof administered>["execute"]>>[number];

function presentRow({ fullName, email, createdAt, ...payout }: Row): AdminPayout {
  return { ...payout, createdAt: new Date(createdAt), user: { fullName, email } };
}

/** @throws RefusalError where there is none */
export async function getPayout(context: Context, id: number): Promise<AdminPayout> {
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

const sortColumns = {
  id: "payout_requests.id",
  userId: "payout_requests.user_id",
  fullName: "users.full_name",
  amount: "payout_requests.amount",
  paymentMethod: "payout_requests.payment_method",
  createdAt: "payout_requests.created_at",
  status: "payout_requests.status",
} as const satisfies Record<PayoutSort, string>;

/** Ids of the requests that match: of persons found by the index of the search, and by id. */
function matchingIds({ database }: Context, search: string, status: Filter["status"]) {
  const { kysely } = database;
  const id = namedId(search);
  const requests = kysely
    .selectFrom("payout_requests")
    .select("payout_requests.id as id")
    .$if(status !== undefined, (query) => query.where("status", "in", statusesOf(status)));
  const ofPersons = requests
    .innerJoin("users", "users.id", "payout_requests.user_id")
    .where(matchesPerson(search));
  if (id === undefined) return ofPersons;
  return ofPersons
    .union(requests.where("payout_requests.id", "=", id))
    .union(requests.where("payout_requests.user_id", "=", id));
}

/** Rows of a list with the total of all of it. What is not set stands last, ties are newest first. */
async function readSlice(context: Context, filter: Filter, slice: Slice<PayoutSort>) {
  const { kysely } = context.database;
  const { search, status } = filter;
  const { sort, order, limit, offset = 0, after } = slice;
  const isFreeText = sort === "fullName";
  const key = sortKey(sortColumns[sort], order, isFreeText);
  const sliced = (query: ReturnType<typeof ofStatus>) =>
    administered(query)
      .$if(after !== undefined, (rest) =>
        rest.where(comesAfter(key, { sort, order }, "payout_requests.id", after!)),
      )
      .orderBy(key.inOrder)
      .orderBy("payout_requests.id", "desc")
      .limit(limit)
      .offset(offset);
  const all = ofStatus(context, status);
  const byName = sql`${sortKey(sort, order, isFreeText).inOrder}, id desc`;
  const { rows, ...total } = search
    ? await readSearched<Row>(kysely, {
        matching: matchingIds(context, search, status),
        // The ids of a trader's requests say nothing of how many traders match.
        estimate: sql`'infinity'::float`,
        among: (ids, way) => sliced(all.where(way).where("payout_requests.id", "in", ids)),
        along: (way) => sliced(all.where(way).where(matchesRequest(search, "row by row"))),
        order: byName,
      })
    : await readWhole<Row>(kysely, {
        total: countOf(kysely, "payout", ...statusesOf(status)),
        page: sliced(matching(context, filter)),
        order: byName,
      });
  return { ...total, rows };
}

/** A page of a grid, by its number. */
export async function pagePayouts(context: Context, query: PayoutPageQuery) {
  const { page, pageSize, sort, order } = query;
  const slice = { sort, order, limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, ...total } = await readSlice(context, query, slice);
  return { ...total, rows: rows.map(presentRow) };
}

/** One page of the requests that match, newest first or as asked. */
export function listPayouts(
  context: Context,
  query: PayoutListQuery & { limit: number },
): Promise<Page<AdminPayout>> {
  const list = { name: "payouts", query, cipher: context.cipher };
  return readPage(list, (slice) => readSlice(context, query, slice), presentRow);
}

/** All requests that match, newest first, as JSON in batches. */
export function streamPayouts(context: Context, query: PayoutListQuery): AsyncGenerator<string> {
  const from = query.cursor === undefined ? undefined : newestFirstCursors().read(query.cursor).id;
  return inJsonBatches((beforeId = from, limit) => {
    const rows = matching(context, query)
      .select(wireColumns(payoutColumns))
      .select(wireObject("user", userColumns))
      .select(exceedsBalance)
      .$if(beforeId !== undefined, (rest) => rest.where("payout_requests.id", "<", beforeId!))
      .orderBy("payout_requests.id", "desc")
      .limit(limit);
    return readJsonRows(context.database.kysely, rows);
  });
}
