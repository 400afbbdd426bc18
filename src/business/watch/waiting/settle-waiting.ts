import { type Kysely, sql } from "kysely";
import type { Follower } from "../../../identity/audit/followers.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { sendNotices } from "../../office/mails/send-notice.ts";
import {
  isTold,
  type WaitingActor,
  type WaitingKind,
  type WaitingReason,
  waitingReasonNames,
  waitingReasons,
} from "../../traders/waiting/waiting.rule.ts";
import { auditActionCodes } from "../audit-log/audit-actions.rule.ts";
import { findWaits } from "./find-waits.queries.ts";

/** A new trader may have orders that are held. */
const arrivals: readonly string[] = ["trader.registered", "trader.created"];

/** The nouns whose events can change what an account waits for. */
const nouns = [
  "account",
  "action",
  "agreement",
  "appeal",
  "identity",
  "order",
  "payment",
  "payout",
  "review",
  "stage",
  "step",
];

/** What an account waits for is right from the commit of the write that changed it. */
export const waitingFollower: Follower = {
  actions: auditActionCodes.filter(
    (action) => nouns.includes(action.split(".")[0]!) || arrivals.includes(action),
  ),
  async follow(context, transaction, traderIds) {
    const accounts = await kyselyOf(transaction)
      .selectFrom("trading_accounts")
      .select("id")
      .where("user_id", "in", [...traderIds])
      .execute();
    const ids = accounts.map(({ id }) => id);
    if (ids.length > 0) await settleWaiting(context, transaction, ids);
  },
};

type SettleContext = Pick<Context, "clock" | "config" | "outbox" | "letterhead">;

interface ChangedWait {
  userId: number;
  email: string;
  kind: WaitingKind;
  actor: WaitingActor;
  reason: WaitingReason;
}

/**
 * Determines and stores what accounts wait for, in one statement, and informs traders who have to do something. Two
 * transactions about a trader must not do so at once: events of a trader are recorded one transaction after the other.
 */
export async function settleWaiting(
  context: SettleContext,
  transaction: Transaction,
  accountIds: readonly number[],
): Promise<void> {
  const changed = await storeWaits(kyselyOf(transaction), accountIds, context.clock.now());
  const told = changed.filter(isTold);
  await sendNotices(
    context,
    transaction,
    told.map(({ userId, email, kind, reason }) => ({
      trader: { id: userId, email },
      event: { kind: "account-waiting", waitsFor: kind, sentence: waitingReasons[reason].sentence },
    })),
  );
}

const reasons = JSON.stringify(
  waitingReasonNames.map((reason) => {
    const { kind, actor } = waitingReasons[reason];
    return { reason, kind, actor };
  }),
);

/** @returns the accounts whose kind or actor has changed */
async function storeWaits(
  kysely: Kysely<Tables>,
  accountIds: readonly number[],
  now: Date,
): Promise<ChangedWait[]> {
  const { rows } = await sql<ChangedWait>`
    with found as (
      select wait.*, reasons.kind, reasons.actor from (${findWaits(accountIds, now)}) as wait
      join json_to_recordset(${reasons}::json) as reasons (reason text, kind text, actor text)
        on reasons.reason = coalesce(wait.found_reason, 'nothing')),
    compared as (
      select found.*, former.account_id is not null as is_known,
        (coalesce(former.kind, 'nothing'), coalesce(former.actor, ${waitingReasons.nothing.actor}))
          <> (found.kind, found.actor) as is_changed
      from found left join account_waits as former on former.account_id = found.account_id),
    stored as (
      insert into account_waits as wait
        (account_id, kind, actor, reason, since, about_kind, about_id, changed_at)
      select account_id, kind, actor, coalesce(found_reason, 'nothing'), since, about_kind, about_id,
        ${now.toISOString()}::timestamptz
      from compared where is_known or found_reason is not null
      on conflict (account_id) do update set
        kind = excluded.kind, actor = excluded.actor, reason = excluded.reason,
        since = excluded.since, about_kind = excluded.about_kind, about_id = excluded.about_id,
        changed_at = case when (wait.kind, wait.actor) = (excluded.kind, excluded.actor)
          then wait.changed_at else excluded.changed_at end
      where (wait.reason, wait.since, wait.about_kind, wait.about_id)
        is distinct from (excluded.reason, excluded.since, excluded.about_kind, excluded.about_id))
    select user_id as "userId", email, kind, actor, coalesce(found_reason, 'nothing') as reason
    from compared join users on users.id = compared.user_id where is_changed`.execute(kysely);
  return rows;
}
