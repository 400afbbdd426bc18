import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import { hasAppealableBreach } from "../appeals/appealable-breach.queries.ts";
import { readMissing } from "../../traders/gates/gates.queries.ts";
import { settleOrder } from "./settle-orders.ts";
import { findOrderId } from "./store-news.ts";

/** The pause between two looks at what waits. */
const PAUSE = 3 * SECOND;

/** Orders that are read at once. */
const BATCH = 100;

/** Starts the worker that settles orders of which news have arrived. */
export async function workOnOrders(context: Context): Promise<void> {
  await context.jobs.work("orders", async (data) => {
    const { sourceId, reference } = data as { sourceId: number; reference: string };
    const orderId = await findOrderId(context.database.kysely, sourceId, reference);
    if (orderId !== null) await settle(context, orderId);
  });
}

const settle = (context: Context, orderId: number) =>
  inTransaction(context.database, (transaction) => settleOrder(context, transaction, orderId));

/**
 * Tries the orders that wait for something which has come about: a mapping, the end of a ban, of a stage, a review, an
 * appeal, or of the time to appeal. It runs in every process that runs jobs.
 * @returns a function that stops it, and resolves when nothing is being tried
 */
export function followAccounts(context: Context): () => Promise<void> {
  const stopped = new AbortController();
  async function follow(): Promise<void> {
    while (!stopped.signal.aborted) {
      await tryWaiting(context, stopped.signal).catch((error: unknown) => {
        context.log.warn({ err: error }, "waiting orders could not be tried yet");
      });
      await sleep(PAUSE, undefined, { signal: stopped.signal }).catch(() => {});
    }
  }
  const following = follow();
  return async () => {
    stopped.abort();
    await following;
  };
}

/** Tries each order that may go on, once. */
async function tryWaiting(context: Context, signal: AbortSignal): Promise<void> {
  for (let after = 0; !signal.aborted;) {
    const found = await findCandidates(context, after);
    for (const id of await withOpenGates(context, found)) {
      if (signal.aborted) return;
      await settle(context, id).catch((error: unknown) => {
        context.log.error({ err: error, orderId: id }, "a waiting order could not be tried");
      });
    }
    if (found.length < BATCH) return;
    after = found.at(-1)!.id;
  }
}

interface Candidate {
  id: number;
  /** The trader whose gate must be open, if the item starts a step with payouts. */
  gatedId: number | null;
}

async function findCandidates({ clock, database }: Context, after: number): Promise<Candidate[]> {
  const undecided = sql`(
    exists (select from reviews where reviews.account_id = account.id and reviews.decision is null)
    or exists (select from appeals
      where appeals.user_id = orders.user_id and appeals.decision is null))`;
  const { rows } = await sql<Candidate>`
    select orders.id,
      min(case when item.status = 'queued' and (version.steps -> 0 ->> 'payoutEnabled')::boolean
        then orders.user_id end) as "gatedId"
    from order_items as item
    join orders on orders.id = item.order_id
    left join users on users.id = orders.user_id
    left join trading_accounts as account on account.user_id = orders.user_id
    left join source_products as mapped
      on mapped.source_id = orders.source_id and mapped.product = item.product
    left join programme_versions as version on version.id = item.programme_version_id
    left join programmes on programmes.id = version.programme_id
    where item.status in ('held', 'queued') and orders.id > ${after} and (
      (mapped.id is not null and (mapped.kind, mapped.programme_version_id, mapped.initial_balance)
        is distinct from (item.kind, item.programme_version_id, item.initial_balance))
      or (item.reason = 'banned' and users.banned is false)
      or (item.reason = 'archived' and programmes.archived_at is null)
      or (item.reason = 'under_review' and not ${undecided})
      or (item.status = 'queued'
        and not exists (select from orders as other
          where other.frozen and (other.id = orders.id or other.user_id = orders.user_id
            or (orders.user_id is null and other.email = orders.email)))
        and (item.kind = 'reset' or (
          not exists (select from stages
            where stages.account_id = account.id and stages.ended_at is null)
          and not ${undecided}
          and not exists (select from waiting_steps where waiting_steps.user_id = orders.user_id)
          and (item.requested_at is not null
            or not ${hasAppealableBreach(sql.ref("account.id"), clock.now())})))))
    group by orders.id order by orders.id limit ${BATCH}`.execute(database.kysely);
  return rows;
}

/** Leaves out what only a gate holds back. @returns the ids of orders */
async function withOpenGates(
  { clock, database }: Context,
  candidates: readonly Candidate[],
): Promise<number[]> {
  const gated = candidates.flatMap(({ gatedId }) => (gatedId === null ? [] : [gatedId]));
  const missing = await readMissing(database.kysely, gated, "fundedStep", clock.now());
  return candidates
    .filter(({ gatedId }) => gatedId === null || !missing.has(gatedId))
    .map(({ id }) => id);
}
