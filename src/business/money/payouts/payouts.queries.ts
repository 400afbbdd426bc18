import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import {
  computedBoolean,
  computedInteger,
  computedJson,
  decimal,
  integer,
  json,
  jsonReader,
  jsonSelectList,
  object,
  rowReader,
  selectRows,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import { decryptPaymentDetails } from "./payment-details.ts";
import type { Cipher } from "../../../platform/vault/cipher.ts";
import { type ListColumns, mapList } from "../../../platform/lists/list-declaration.ts";
import { countRows } from "../../office/counters/counters.ts";
import { type OwnRead, ownStatement } from "../../../identity/sessions/sessions.queries.ts";
import { notFound } from "../../../platform/errors.ts";
import { isId } from "../../../platform/fields/id.rule.ts";
import { defineCountedList } from "../../../platform/lists/define-list.ts";
import { sortBy, sortByText } from "../../../platform/lists/sort-keys.ts";
import {
  anyOf,
  before,
  type Condition,
  isOneOf,
  since,
} from "../../../platform/lists/conditions.ts";
import { hasTag } from "../../traders/tags/tags.ts";
import { matchesPerson } from "../../traders/search.queries.ts";
import {
  type AdminPayout,
  listOwnPayoutsInput,
  type Payout,
  type PayoutRow,
} from "./payout.schema.ts";
import {
  OWN_PAYOUTS_LIMIT,
  type PaymentMethod,
  type PaymentState,
  type PayoutStatus,
} from "./payout.rule.ts";
import {
  byTrader,
  type OwnDataPart,
  SEALED_DETAILS,
} from "../../../identity/users/own-data-part.ts";

/** What a trader has requested, without what was paid. */
export const requestColumns = {
  id: integer("payout_requests.id"),
  userId: integer("payout_requests.user_id"),
  stageId: integer("payout_requests.stage_id"),
  amount: decimal("payout_requests.amount", 2),
  currency: text("payout_requests.currency"),
  paymentMethod: text("payout_requests.payment_method"),
  status: text("payout_requests.status"),
  adminNotes: text("payout_requests.admin_notes"),
  createdAt: timestamp("payout_requests.created_at"),
  statement: computedJson<Payout["statement"]>("payout_requests.readiness -> 'statement'"),
};

const payoutColumns = {
  ...requestColumns,
  // Both conditions on the request alone spare PostgreSQL the search of the index for most rows.
  payment: computedJson<Payout["payment"]>(
    `select json_build_object('paidAt', paid_at, 'reference', coalesce(reference, ''))
     from payments where payout_requests.payment_id is not null
       and payments.id = payout_requests.payment_id and payments.status = 'paid'`,
    ({ paidAt, reference }: { paidAt: string; reference: string }) => ({
      paidAt: new Date(paidAt),
      reference,
    }),
  ),
  reversal: computedJson<Payout["reversal"]>(
    `select case when payments.status = 'reversed'
       then json_build_object('reversedAt', reversed_at, 'reason', coalesce(reversal_reason, '')) end
     from payments where payout_requests.status = 'approved'
       and payments.payout_id = payout_requests.id and payments.status in ('paid', 'reversed')
     order by payments.id desc limit 1`,
    ({ reversedAt, reason }: { reversedAt: string; reason: string }) => ({
      reversedAt: new Date(reversedAt),
      reason,
    }),
  ),
};

const detailColumns = { sealedDetails: text("payout_requests.sealed_details") };

const columnsWithDetails = { ...payoutColumns, ...detailColumns };

const readOwnPayout = jsonReader(columnsWithDetails);

/** A row of `requestColumns` as a response. */
export const presentRequest = rowReader(requestColumns);

function withDetails<Row extends { id: number; sealedDetails: string | null }>(
  cipher: Cipher,
  { sealedDetails, ...payout }: Row,
) {
  return { ...payout, paymentDetails: decryptPaymentDetails(cipher, payout.id, sealedDetails) };
}

type OwnPayouts = { payouts: Payout[]; hasOlder: boolean };

/** Reads a trader's own requests, newest first; with `before`, only those older than it. */
export const ownPayouts: OwnRead<OwnPayouts> = {
  statement: ownStatement(
    "payouts",
    `select coalesce(json_agg(payout), '[]') from (
       select ${jsonSelectList(columnsWithDetails)} from payout_requests
       where user_id = users.id and ($3::int is null or id < $3)
       order by id desc limit ${OWN_PAYOUTS_LIMIT + 1}) as payout`,
  ),
  values: (input) => [listOwnPayoutsInput.safeParse(input).data?.before ?? null],
  present({ cipher }, _traderId, own) {
    const rows = own as Record<string, unknown>[];
    const payouts = rows
      .slice(0, OWN_PAYOUTS_LIMIT)
      .map((row) => withDetails(cipher, readOwnPayout(row)));
    return { payouts, hasOlder: rows.length > OWN_PAYOUTS_LIMIT };
  },
};

/** @throws RefusalError if it does not exist, or belongs to another trader */
export async function getOwnPayout(
  { cipher, database }: Context,
  traderId: number,
  id: number,
): Promise<Payout> {
  const [payout] = await selectRows(
    database.kysely,
    columnsWithDetails,
    sql`from payout_requests where id = ${id} and user_id = ${traderId}`,
  );
  if (!payout) throw notFound("Payout request");
  return withDetails(cipher, payout);
}

/** Returns the id if a search consists of the id of a request or trader: `17` or `#17`. */
function namedId(search: string): number | undefined {
  const id = Number(/^#?(\d{1,10})$/.exec(search)?.[1] ?? 0);
  return isId(id) ? id : undefined;
}

function countOfTrader(userId: number, status: PayoutStatus[] | undefined) {
  const ofStatus = status ? sql`and ${isOneOf("payout_requests.status", status)}` : sql``;
  return sql<number>`(select count(*)::int from payout_requests where user_id = ${userId} ${ofStatus})`;
}

/** A request in a table, without payment details. */
export const payoutRowColumns = {
  ...payoutColumns,
  user: object({ fullName: text("users.full_name"), email: text("users.email") }),
  readiness: json("payout_requests.readiness"),
  approvals: json("payout_requests.approvals"),
  decisionFlags: json("payout_requests.decision_flags"),
  decisionReadiness: json("payout_requests.decision_readiness"),
  exceedsBalance: computedBoolean(`payout_requests.amount > trading_accounts.balance
    and payout_requests.currency = trading_accounts.currency`),
  paymentRunId: computedInteger(
    "select run_id from payments where payments.id = payout_requests.payment_id",
  ),
};

/** The tables of `payoutRowColumns`. */
export const payoutTables = `payout_requests
    left join users on users.id = payout_requests.user_id
    left join trading_accounts on trading_accounts.user_id = payout_requests.user_id`;

const byTime = ["payout_requests.created_at", "payout_requests.id"] as const;

const definePayouts = <Columns extends ListColumns>(columns: Columns) =>
  defineCountedList({
    name: "payouts",
    columns,
    from: payoutTables,
    rowsFrom: `payout_requests
    join users on users.id = payout_requests.user_id
    join trading_accounts on trading_accounts.user_id = payout_requests.user_id`,
    sorts: {
      userId: sortBy("payout_requests.user_id", "payout_requests.id"),
      // PostgreSQL follows the index of names and reads the requests of one trader after the other.
      fullName: sortByText("users.full_name", "users.id", "payout_requests.id"),
      amount: sortBy("payout_requests.amount", "payout_requests.id"),
      // Many requests share a method or status, so the index must contain the dates to support a filter by date.
      paymentMethod: sortBy("payout_requests.payment_method", ...byTime),
      createdAt: sortBy(...byTime),
      status: sortBy("payout_requests.status", ...byTime),
    },
    replaceIdSort: ({ from, to }) => ((from ?? to) === undefined ? undefined : "createdAt"),
    filters: {
      status: (statuses: PayoutStatus[]) => isOneOf("payout_requests.status", statuses),
      id: (id: number) => sql`payout_requests.id = ${id}`,
      userId: (userId: number) => sql`payout_requests.user_id = ${userId}`,
      paymentMethod: (methods: PaymentMethod[]) =>
        isOneOf("payout_requests.payment_method", methods),
      payment: (states: PaymentState[]) => anyOf(states.map((state) => hasPaymentState[state])),
      minAmount: (amount: string) => sql`payout_requests.amount >= ${amount}::numeric`,
      maxAmount: (amount: string) => sql`payout_requests.amount <= ${amount}::numeric`,
      from: (time: string) => since("payout_requests.created_at", time),
      to: (time: string) => before("payout_requests.created_at", time),
      tag: (tag: string) => hasTag("payout_requests.user_id", tag),
    },
    search(words, access) {
      const id = namedId(words);
      const person = matchesPerson(words, access);
      if (id === undefined) return [person];
      const named = [
        sql<boolean>`payout_requests.id = ${id}`,
        sql<boolean>`payout_requests.user_id = ${id}`,
      ];
      return words.startsWith("#") ? named : [person, ...named];
    },
    total: {
      filters: ["status", "userId"],
      count: ({ status, userId }) =>
        userId === undefined ? countRows("payout", status) : countOfTrader(userId, status),
    },
  });

/** All payout requests with their traders, without payment details. */
export const adminPayouts = definePayouts(payoutRowColumns);

const payoutsWithStoredDetails = definePayouts({ ...payoutRowColumns, ...detailColumns });

/** The same list with payment details. The caller must record an audit event first. */
export const payoutsWithDetails = mapList(payoutsWithStoredDetails, (rows, { cipher }) =>
  rows.map((row) => withDetails(cipher, row)),
);

/** The same with `null` for payment details, for staff who do not need them. */
export const payoutsWithoutDetails = mapList(adminPayouts, (rows) => rows.map(withoutDetails));

export function withoutDetails(payout: PayoutRow): AdminPayout {
  return { ...payout, paymentDetails: null };
}

/**
 * Reads a request with its payment details. The caller must record an audit event.
 * @throws RefusalError if the request does not exist
 */
export async function getPayout(context: Context, id: number): Promise<AdminPayout> {
  const payout = await payoutsWithStoredDetails.find(context, id);
  if (!payout) throw notFound("Payout request");
  return withDetails(context.cipher, payout);
}

/**
 * Approved and in no payment run. Written like the expression of `payout_requests_unpaid_index`: PostgreSQL then has
 * statistics of how many requests match, and no sort order reads a million rows to find a few.
 */
export const isUnpaid: Condition = sql`(payout_requests.status = 'approved' and payout_requests.payment_id is null) is true`;

/** An array of the few open payments can be combined with the index of unpaid requests; `exists` cannot. */
export const isInOpenRun: Condition = sql`payout_requests.id = any (array(
  select payout_id from payments where status = 'open' and payout_id is not null))`;

const hasPaymentState: Readonly<Record<PaymentState, Condition>> = {
  unpaid: isUnpaid,
  "in-run": isInOpenRun,
  paid: sql`exists (
    select from payments where payments.payout_id = payout_requests.id and payments.status = 'paid')`,
};

export const payoutRequestsPart: OwnDataPart = {
  name: "payout-requests",
  about: "Payout requests, with the payment details that the trader entered",
  table: "payout_requests",
  where: byTrader("payout_requests.user_id"),
  key: ["payout_requests.id"],
  columns: {
    id: integer("payout_requests.id"),
    stageId: integer("payout_requests.stage_id"),
    amount: decimal("payout_requests.amount", 2),
    currency: text("payout_requests.currency"),
    paymentMethod: text("payout_requests.payment_method"),
    [SEALED_DETAILS]: text("payout_requests.sealed_details"),
    status: text("payout_requests.status"),
    adminNotes: text("payout_requests.admin_notes"),
    createdAt: timestamp("payout_requests.created_at"),
    readiness: json("payout_requests.readiness"),
  },
  revealDetails: (cipher, _subject, sealed, { id }) =>
    decryptPaymentDetails(cipher, id as number, sealed),
};
