import type { Context } from "../../platform/context.ts";
import type { Completion } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { AuditAction } from "./audit-event.rule.ts";

/**
 * What an event asks of a noun that its command does not know, because it is in a later room: a step of a programme
 * starts with the acceptance of the last agreement.
 */
export interface Follower {
  /** The audited actions that it follows. */
  actions: readonly AuditAction[];
  /** Whether it follows events that name no trader, such as changes of settings, instead of those that do. */
  isOfFirm?: true;
  /**
   * Runs once for the traders of these events, in their transaction, after the command has written everything. What it
   * records itself is followed, too, so it must change nothing when there is nothing left to do.
   * @param traderIds ascending; none if it follows events of the firm
   */
  follow(context: Context, transaction: Transaction, traderIds: readonly number[]): Promise<void>;
}

/** In place of a trader's id, for events that name none. */
const FIRM = 0;

type Recorded = Map<number, Set<AuditAction>>;

/** What has been recorded about the firm and each trader, and not followed yet. */
const recordedIn = new WeakMap<Transaction, Recorded>();

/** Remembers events until the end of their transaction. */
export function noteForFollowers(
  transaction: Transaction,
  events: readonly { action: AuditAction; trader?: { id: number } }[],
): void {
  const recorded = recordedIn.get(transaction) ?? new Map<number, Set<AuditAction>>();
  for (const { action, trader } of events) {
    const about = trader?.id ?? FIRM;
    const actions = recorded.get(about);
    if (actions) actions.add(action);
    else recorded.set(about, new Set([action]));
  }
  recordedIn.set(transaction, recorded);
}

/** More than any chain of events that follow from each other. */
const ROUNDS = 10;

/** Returns what completes each transaction: the followers of its events, and of what these record in turn. */
export function followEventsOf(context: Context, followers: readonly Follower[]): Completion {
  return async (transaction) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const recorded = recordedIn.get(transaction);
      if (!recorded) return;
      recordedIn.delete(transaction);
      const traders = [...recorded].toSorted(([a], [b]) => a - b);
      for (const { actions, isOfFirm = false, follow } of followers) {
        const followed = traders.filter(
          ([about, done]) =>
            (about === FIRM) === isOfFirm && actions.some((action) => done.has(action)),
        );
        if (followed.length === 0) continue;
        const traderIds = isOfFirm ? [] : followed.map(([traderId]) => traderId);
        await follow(context, transaction, traderIds);
        await transaction.flush();
      }
    }
    throw new Error("Events follow from each other without an end");
  };
}
