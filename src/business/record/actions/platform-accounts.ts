import { sql } from "kysely";
import type { Follower } from "../../../identity/audit/followers.ts";
import { type Changes } from "../../../identity/audit/audit-event.rule.ts";
import { type AuditedTrader, recordEvents } from "../../../identity/audit/record-event.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { setAccount } from "../../traders/accounts/change-account.ts";
import type { ActionStatus } from "./action.rule.ts";
import { actionEvent, insertActions } from "./insert-actions.ts";
import type { PlatformAccountSpec } from "./platform-account.schema.ts";
import { lockQueues, settleQueues } from "./queue.ts";
import { type EnforcementAuditEvent, rules } from "./store-consequences.ts";

interface StartedStage {
  trader: Trader;
  accountId: number;
  stageId: number;
  phase: string;
  /** What the step of the stage opens; `null` if people do. */
  platform: PlatformAccountSpec | null | undefined;
  /** The login that was given with the start, which then is the stage's. */
  login: string | null | undefined;
}

/**
 * Asks the platform for the account of a stage that has just started, and empties the credentials of the one before.
 * @returns what has changed of the account, and the other events for the audit log
 */
export async function requestPlatformAccount(
  context: Pick<Context, "clock">,
  transaction: Transaction,
  { trader, accountId, stageId, phase, platform, login }: StartedStage,
): Promise<{ changes: Changes; events: EnforcementAuditEvent[] }> {
  if (!platform || login) return { changes: {}, events: [] };
  const kysely = kyselyOf(transaction);
  const emptied = { login: null, server: null, masterPassword: null };
  const changes = await setAccount(transaction, trader, emptied);
  await transaction.flush();
  await lockQueues(kysely, [accountId]);
  const cancelled = await cancelCreations(context, transaction, { trader, accountId });
  const requested = await insertActions(context, transaction, [
    {
      accountId,
      trader,
      stageId,
      login: null,
      kind: "create_account",
      amount: null,
      account: platform,
      status: "pending",
      reason: `${phase} has started`,
      cause: { kind: "stage", id: stageId },
    },
  ]);
  await settleQueues(kysely, [accountId]);
  return {
    changes,
    events: [...cancelled, ...requested.map(({ event }) => ({ ...event, actor: rules }))],
  };
}

/** A login that is typed takes the place of one that the platform was to create. */
export const typedLoginFollower: Follower = {
  actions: ["account.updated"],
  async follow(context, transaction, traderIds) {
    const { rows } = await sql<AwaitedAccount>`
      select trading_accounts.id as "accountId", users.id, users.full_name as "fullName",
        users.email
      from trading_accounts join users on users.id = trading_accounts.user_id
      where user_id = any(${[...traderIds]}) and login is not null
        and exists (select from actions where actions.account_id = trading_accounts.id
          and kind = 'create_account' and status in ('proposed', 'pending', 'delivered', 'failed'))
      order by trading_accounts.id`.execute(kyselyOf(transaction));
    for (const awaited of rows) await settleTypedLogin(context, transaction, awaited);
  },
};

/** An account with a typed login, for which the platform was to create one. */
interface AwaitedAccount extends AuditedTrader {
  accountId: number;
}

/** @throws RefusalError if a bridge is creating the account right now */
async function settleTypedLogin(
  context: Context,
  transaction: Transaction,
  { accountId, ...trader }: AwaitedAccount,
): Promise<void> {
  const kysely = kyselyOf(transaction);
  await lockQueues(kysely, [accountId]);
  const events = await cancelCreations(context, transaction, { trader, accountId });
  await settleQueues(kysely, [accountId]);
  const delivered = await kysely
    .selectFrom("actions")
    .select("id")
    .where("account_id", "=", accountId)
    .where("kind", "=", "create_account")
    .where("status", "=", "delivered")
    .executeTakeFirst();
  if (delivered) {
    throw new RefusalError(
      "conflict",
      "The platform is creating the account. Enter a login after it has answered.",
    );
  }
  await recordEvents(context, transaction, events);
}

/** Cancels what no bridge has received, and what has failed. The queue of the account must be locked. */
async function cancelCreations(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  { trader, accountId }: { trader: AuditedTrader; accountId: number },
): Promise<EnforcementAuditEvent[]> {
  const { rows } = await sql<Cancelled>`
    with waiting as (
      select id, status from actions where account_id = ${accountId}
        and kind = 'create_account' and status in ('proposed', 'pending', 'failed'))
    update actions set status = 'cancelled', finished_at = ${clock.now().toISOString()}
    from waiting where actions.id = waiting.id
    returning actions.id, stage_id as "stageId", waiting.status as "formerStatus"`.execute(
    kyselyOf(transaction),
  );
  return rows.map(({ id, stageId, formerStatus }) => {
    const action = { id, stageId, kind: "create_account", status: "cancelled" } as const;
    return {
      ...actionEvent("action.cancelled", action, formerStatus),
      actor: rules,
      trader,
      reason: "The account has another login, or another stage has started",
    };
  });
}

interface Cancelled {
  id: number;
  stageId: number | null;
  formerStatus: ActionStatus;
}
