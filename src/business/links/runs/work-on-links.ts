import { setTimeout as sleep } from "node:timers/promises";
import type { Follower } from "../../../identity/audit/followers.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import { fromNow } from "../../../platform/time/clock.ts";
import { MINUTE, SECOND } from "../../../platform/time/durations.rule.ts";
import { markTraders } from "../../record/derivation/changed-accounts.ts";
import { compareChanged } from "./compare-accounts.ts";
import { compareAll } from "./link-runs.ts";

/** Starts the worker that makes the runs which people have started. */
export async function workOnLinks(context: Context): Promise<void> {
  await context.jobs.work("links", ({ runId }: { runId?: number }) => compareAll(context, runId!));
}

/** What traders share may have changed. */
export const linkFollower: Follower = {
  actions: [
    "trader.registered",
    "trader.created",
    "trader.created-by-order",
    "trader.updated",
    "payout.requested",
    "identity.approved",
    "identity.rechecked",
  ],
  follow: (_context, transaction, traderIds) => markTraders(kyselyOf(transaction), traderIds),
};

/** A sign-in may be the first from a browser or a network; one that was used before is shared by no more traders. */
export const signInFollower: Follower = {
  actions: ["trader.signed-in"],
  async follow({ clock }, transaction, traderIds) {
    const kysely = kyselyOf(transaction);
    const rows = await kysely
      .selectFrom("trader_traces")
      .select("trader_id as traderId")
      .distinct()
      .where("trader_id", "in", [...traderIds])
      .where("sign_ins", "=", 1)
      // One that was used once, long ago, is not new either.
      .where("first_at", ">", fromNow(clock, -MINUTE).toISOString())
      .execute();
    const concerned = rows.map(({ traderId }) => traderId);
    if (concerned.length > 0) await markTraders(kysely, concerned);
  },
};

/** The pause between two looks at what has changed, and how long a change waits for others: less than a minute. */
const PAUSE = 10 * SECOND;
const GATHER_SECONDS = 20;

/**
 * Compares accounts within a minute of their changes. It runs in every process that runs jobs.
 * @returns a function that stops it, and resolves when nothing is being compared
 */
export function followChanges(context: Context): () => Promise<void> {
  const stopped = new AbortController();
  async function follow(): Promise<void> {
    while (!stopped.signal.aborted) {
      await sleep(PAUSE, undefined, { signal: stopped.signal }).catch(() => {});
      if (stopped.signal.aborted) return;
      await compareChanged(context, GATHER_SECONDS).catch((error: unknown) => {
        context.log.warn({ err: error }, "accounts that have changed could not be compared yet");
      });
    }
  }
  const following = follow();
  return async () => {
    stopped.abort();
    await following;
  };
}
