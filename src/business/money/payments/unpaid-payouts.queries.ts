import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { decimal, integer, object, text, timestamp } from "../../../platform/database/columns.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import type { CursorPage } from "../../../platform/lists/list-declaration.ts";
import { matchesPerson } from "../../traders/search.queries.ts";
import { readFlags } from "../payouts/flags.queries.ts";
import { MAX_FLAGGED, type PayoutFlag } from "../payouts/flags.rule.ts";
import { isUnpaid } from "../payouts/payouts.queries.ts";
import type { PayObstacle } from "./payment.rule.ts";
import type { PaymentSummary, PaymentTotal, UnpaidRow } from "./payments.schema.ts";

/** Approved requests that are in no run and have not been paid, newest first; served by a partial index. */
export const unpaidPayouts = defineList({
  name: "unpaid payouts",
  from: "payout_requests join users on users.id = payout_requests.user_id",
  columns: {
    id: integer("payout_requests.id"),
    userId: integer("payout_requests.user_id"),
    stageId: integer("payout_requests.stage_id"),
    amount: decimal("payout_requests.amount", 2),
    currency: text("payout_requests.currency"),
    paymentMethod: text("payout_requests.payment_method"),
    createdAt: timestamp("payout_requests.created_at"),
    user: object({ fullName: text("users.full_name"), email: text("users.email") }),
  },
  filters: {
    /** Always set; see `unpaid`. */
    isUnpaid: (_is: true) => isUnpaid,
    paymentMethod: "payout_requests.payment_method",
  },
  search: (words, access) => [matchesPerson(words, access)],
});

/** Reads a page of unpaid requests with their flags, those that have waited longest first. */
export async function readUnpaidPage(
  context: FlagContext,
  query: Omit<Parameters<typeof unpaidPayouts.readCursorPage>[1], "isUnpaid">,
): Promise<CursorPage<UnpaidRow>> {
  const page = await unpaidPayouts.readCursorPage(context, {
    ...query,
    sort: "id",
    order: "asc",
    isUnpaid: true,
  });
  const ids = page.rows.map(({ id }) => id);
  const flagsOf = await readFlagsIfPossible(context, ids);
  const obstacles = await readObstacles(context, ids);
  const rows = page.rows.map((row) => ({
    ...row,
    flags: flagsOf(row.id),
    obstacle: obstacles.get(row.id) ?? null,
  }));
  return { ...page, rows };
}

async function readObstacles({ database }: FlagContext, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; obstacle: PayObstacle }>`
    select id, case
        when held_at is not null then 'held'
        when exists (select from orders where orders.user_id = payout_requests.user_id and frozen)
          then 'disputed'
        when sealed_details is null then 'no_details' end as obstacle
    from payout_requests where id = any (${ids})`.execute(database.kysely);
  return new Map(rows.map(({ id, obstacle }) => [id, obstacle]));
}

export type FlagContext = Pick<Context, "database" | "cipher" | "clock" | "log">;

/** Flags are informational: `null` if they cannot be read. Reads one page of requests after the other. */
export async function readFlagsIfPossible(context: FlagContext, ids: readonly number[]) {
  const flagsById = new Map<number, PayoutFlag[]>();
  try {
    for (let start = 0; start < ids.length; start += MAX_FLAGGED) {
      const part = await readFlags(context, ids.slice(start, start + MAX_FLAGGED));
      for (const [id, flags] of part) flagsById.set(id, flags);
    }
  } catch (error) {
    context.log.warn({ err: error }, "the flags of payments could not be read");
  }
  return (id: number) => flagsById.get(id) ?? null;
}

/** Sums what waits to be paid. Reads only the indexes of unpaid requests and open payments. */
export async function readSummary({
  database: { kysely },
}: Pick<Context, "database">): Promise<PaymentSummary> {
  const unpaid = await sumBy(sql`
    select currency, payment_method, amount from payout_requests
    where ${isUnpaid}`).execute(kysely);
  const open = await sumBy(sql`
    select currency, payment_method, amount from payments where status = 'open'`).execute(kysely);
  const runs = await sql<{ count: number; first: number | null; createdAt: string | null }>`
    select count(distinct run_id)::int as count, min(run_id) as first,
      (select created_at from payment_runs where id = min(run_id)) as "createdAt"
    from payments where status = 'open'`.execute(kysely);
  const oldest = await sql<{ id: number; createdAt: string }>`
    select id, created_at as "createdAt" from payout_requests
    where ${isUnpaid} order by id limit 1`.execute(kysely);
  const { count, first, createdAt } = runs.rows[0]!;
  return {
    unpaid: unpaid.rows,
    inOpenRuns: open.rows,
    openRuns: count,
    oldestUnpaid:
      oldest.rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))[0] ?? null,
    oldestOpenRun: first && createdAt ? { id: first, createdAt: new Date(createdAt) } : null,
  };
}

const sumBy = (rows: RawBuilder<unknown>) => sql<PaymentTotal>`
  select currency, payment_method as "paymentMethod", count(*)::int as count, sum(amount)::text as amount
  from (${rows}) as payable group by 1, 2 order by 1, 2`;
