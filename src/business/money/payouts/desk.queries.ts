import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/errors.ts";
import type { AccountStatus } from "../../traders/accounts/account.rule.ts";
import { countRows } from "../../office/counters/counters.ts";
import type { AuditedValue } from "../../../identity/audit/audit-event.rule.ts";
import { canDecide } from "./payout-policy.rule.ts";
import type { AdminTimelineEntry, PayoutDesk, TimelineEntry } from "./desk.schema.ts";
import { type PresentFacts, readPresentFacts } from "./flags.queries.ts";
import { adminPayouts } from "./payouts.queries.ts";
import { readNeedsSecond } from "./approval-facts.queries.ts";
import { type FlagCode, flagCodes, UNREAD_FLAGS } from "./flags.rule.ts";
import type { DeskRow, Payout } from "./payout.schema.ts";
import type { Page } from "../../../platform/lists/list-declaration.ts";
import type { PayoutStatus } from "./payout.rule.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

/**
 * Reads everything needed for a decision. It contains no payment details, so the access is not recorded in the
 * audit log.
 * @throws RefusalError if the request does not exist
 */
export async function readDesk(context: Context, id: number): Promise<PayoutDesk> {
  const payout = await adminPayouts.find(context, id);
  if (!payout) throw notFound("Payout request");
  const facts = await readFacts(context, id);
  if (!facts) throw notFound("Payout request");
  const { account, trader, hasPaymentDetails, queue } = facts;
  const needsSecond = await readNeedsSecond(context.database.kysely, [id]);
  const present = (await readPresentFacts(context, [id])).get(id);
  return {
    payout: { ...payout, present: present && canBeApproved(payout) ? present : null },
    timeline: await readTimeline(context, payout),
    flags: present?.flags ?? null,
    readiness:
      present?.readiness && present.readinessSha256 !== null
        ? { ...present.readiness, sha256: present.readinessSha256 }
        : null,
    hasPaymentDetails,
    needsSecondApproval: needsSecond.get(id) ?? false,
    account,
    trader: { ...trader, createdAt: new Date(trader.createdAt) },
    ...(await readOthers(context, payout)),
    queue,
  };
}

const canBeApproved = ({ status }: Pick<Payout, "status">) => canDecide(status, "approved");

/** Reads a page of requests. Those that can still be approved come with what matters for a decision now. */
export async function readPayoutPage(
  context: Context,
  query: Parameters<typeof adminPayouts.readPage>[1],
): Promise<Page<DeskRow>> {
  const page = await adminPayouts.readPage(context, query);
  const undecided = page.rows.filter(canBeApproved);
  const present = await readPresentIfPossible(
    context,
    undecided.map(({ id }) => id),
  );
  const rows = page.rows.map((payout) => {
    const unread = {
      needsSecondApproval: null,
      flags: null,
      readiness: null,
      readinessSha256: null,
      isEarlierStage: false,
      missing: [],
    };
    const facts = present.get(payout.id) ?? { ...unread, currency: payout.currency };
    return { ...payout, present: canBeApproved(payout) ? facts : null };
  });
  return { ...page, rows };
}

/** The facts are informational: if they cannot be read, the page is returned without them. */
async function readPresentIfPossible(context: Context, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, PresentFacts>();
  try {
    return await readPresentFacts(context, ids);
  } catch (error) {
    context.log.warn({ err: error }, "the flags of a page of payouts could not be read");
    return new Map<number, PresentFacts>();
  }
}

interface DeskFacts {
  account: PayoutDesk["account"] & { status: AccountStatus };
  trader: { banned: boolean; banReason: string | null; createdAt: string };
  hasPaymentDetails: boolean;
  queue: PayoutDesk["queue"];
}

async function readFacts({ database: { kysely } }: Context, id: number) {
  const { rows } = await sql<DeskFacts>`
    select json_build_object('balance', balance::text, 'profitLoss', profit_loss::text,
        'status', trading_accounts.status, 'phase', phase, 'payoutEnabled', payout_enabled,
        'currency', trading_accounts.currency) as account,
      json_build_object('banned', users.banned, 'banReason', users.ban_reason,
        'createdAt', users.created_at) as trader,
      sealed_details is not null as "hasPaymentDetails",
      json_build_object(
        'previous', (select max(id) from payout_requests where status = 'pending' and id < request.id),
        'next', (select min(id) from payout_requests where status = 'pending' and id > request.id),
        'waiting', ${countRows("payout", ["pending"])}) as queue
    from payout_requests as request
    join users on users.id = request.user_id
    join trading_accounts on trading_accounts.user_id = users.id
    where request.id = ${id}`.execute(kysely);
  return rows[0];
}

const SHOWN = 50;

interface OtherRow {
  id: number;
  stageId: number | null;
  amount: string;
  currency: string;
  status: PayoutDesk["others"][number]["status"];
  createdAt: string;
  paidAt: string | null;
}

/** Reads the requests of the stage in which this one was made, and those of other stages that are still pending. */
async function readOthers(
  { database: { kysely } }: Context,
  { id, userId, stageId, currency }: Pick<Payout, "id" | "userId" | "stageId" | "currency">,
): Promise<Pick<PayoutDesk, "others" | "sums">> {
  const ofStage = sql`
    from payout_requests as request
    left join payments on payments.id = request.payment_id and payments.status = 'paid'
    where request.user_id = ${userId}
      and (request.status = 'pending' or request.stage_id is not distinct from ${stageId}::int)`;
  const others = await sql<OtherRow>`
    select request.id, request.stage_id as "stageId", request.amount, request.currency, request.status, request.created_at as "createdAt",
      payments.paid_at as "paidAt"
    ${ofStage} and request.id <> ${id} order by request.id desc limit ${SHOWN}`.execute(kysely);
  const sumOf = (condition: RawBuilder<unknown>) => sql`coalesce(sum(request.amount)
    filter (where request.currency = ${currency} and ${condition}), 0.00)`;
  const sums = await sql<PayoutDesk["sums"]>`
    select ${sumOf(sql`request.status = 'pending'`)} as pending,
      ${sumOf(sql`request.status = 'approved' and payments.id is null`)} as approved,
      ${sumOf(sql`payments.id is not null`)} as paid,
      count(*)::int as count
    ${ofStage}`.execute(kysely);
  return {
    others: others.rows.map(({ createdAt, paidAt, ...row }) => ({
      ...row,
      createdAt: new Date(createdAt),
      paidAt: paidAt === null ? null : new Date(paidAt),
    })),
    sums: sums.rows[0]!,
  };
}

const events = {
  "payout.requested": "requested",
  "payout.approved-first": "approved-first",
  "payout.approved": "approved",
  "payout.rejected": "rejected",
  "payout.cancelled": "cancelled",
  "payout.reversed": "reversed",
  "payment.paid": "paid",
  "payment.reversed": "payment-reversed",
  "payout.held": "held",
  "payout.released": "released",
  "appeal.created": "appealed",
  "appeal.granted": "appeal-granted",
  "appeal.denied": "appeal-denied",
} as const;

type PayoutAction = keyof typeof events;

/** Reads the events of a payout request from the audit log, oldest first. */
export async function readTimeline(
  { database }: Context,
  payout: Pick<Payout, "id" | "createdAt">,
): Promise<AdminTimelineEntry[]> {
  const rows = await database.kysely
    .selectFrom("audit_events")
    .select(["action", "at", "actor_kind as actor", "actor_name as actorName", "changes", "reason"])
    .where("payout_id", "=", payout.id)
    .where("action", "in", keysOf(events))
    .orderBy("id")
    .execute();
  let present: PayoutStatus = "pending";
  const entries = rows.map((row): AdminTimelineEntry => {
    const { status, flags } = row.changes;
    if (typeof status === "object") present = status.to as PayoutStatus;
    return {
      event: events[row.action as PayoutAction],
      status: present,
      at: new Date(row.at),
      actor: row.actor === "trader" || row.actor === "token" ? row.actor : "administrator",
      actorName: row.actorName,
      note: row.reason,
      flags: typeof flags === "object" ? readFlagCodes(flags.to) : [],
    };
  });
  if (entries[0]?.event === "requested") return entries;
  // Requests that are older than the audit log have no event of their creation.
  const start = { event: "requested", status: "pending", actor: "trader" } as const;
  return [{ ...start, at: payout.createdAt, actorName: null, note: null, flags: [] }, ...entries];
}

/** Parses what `decidePayout` has recorded; `null` if it could not read the flags. */
function readFlagCodes(recorded: AuditedValue): FlagCode[] | null {
  if (recorded === UNREAD_FLAGS) return null;
  return flagCodes.filter((code) => String(recorded).split(", ").includes(code));
}

const internal = new Set<TimelineEntry["event"]>(["approved-first", "held", "released"]);

/** Omits what traders must not see: the first of two approvals, why a request is held, flags, and who decides on appeals. */
export function timelineForTrader(entries: AdminTimelineEntry[]): TimelineEntry[] {
  return entries
    .filter(({ event }) => !internal.has(event))
    .map(({ flags: _internal, ...entry }) =>
      entry.event === "appeal-granted" || entry.event === "appeal-denied"
        ? { ...entry, actorName: null }
        : entry,
    );
}
