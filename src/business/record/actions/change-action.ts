import { sql } from "kysely";
import type { z } from "zod";
import type { StaffActor, TokenActor } from "../../../identity/tokens/authenticate-token.ts";
import { type AuditAction, changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { type AuditedTrader, recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import { Action } from "./action.entity.ts";
import { type ActionStatus, answerEffect, type Step, stepRefusal } from "./action.rule.ts";
import type { ActionView, answerInput, changeActionInput } from "./action.schema.ts";
import { getAction } from "./actions.queries.ts";
import { settleQueues } from "./queue.ts";

const auditedSteps: Record<Step, AuditAction> = {
  approve: "action.approved",
  cancel: "action.cancelled",
  retry: "action.retried",
};

/**
 * Approves a proposed action, cancels one that no bridge has received, or requests a failed one again.
 * @throws RefusalError if the action does not exist, and with the current action if its status does not allow the step
 */
export async function changeAction(
  context: Context,
  actor: StaffActor,
  step: Step,
  { id, reason = null }: z.output<typeof changeActionInput>,
): Promise<ActionView> {
  const refusal = await inTransaction(context.database, async (transaction) => {
    const { action, accountId, trader } = await lockAction(transaction, id);
    const refused = stepRefusal(step, action.status);
    if (refused !== undefined) return refused;
    const before = action.status;
    const isCancelled = step === "cancel";
    transaction.assign(action, {
      status: isCancelled ? "cancelled" : "pending",
      finishedAt: isCancelled ? context.clock.now() : null,
      // The outcome of an earlier attempt would be taken for that of the next one.
      ...(step === "retry" && { message: null, deliveredAt: null }),
    });
    await transaction.flush();
    await settleQueues(kyselyOf(transaction), [accountId]);
    const event = actionEvent(auditedSteps[step], action, before);
    await recordEvent(context, transaction, actor, { ...event, trader, reason });
    return undefined;
  });
  const current = await getAction(context, id);
  if (refusal === undefined) return current;
  throw new RefusalError("conflict", refusal, { current });
}

/**
 * Stores the outcome that a bridge reports. The same answer again changes nothing.
 * @throws RefusalError if the action does not exist, and with the current action if it was cancelled, has another
 * outcome, or was never delivered
 */
export async function answerAction(
  context: Context,
  actor: TokenActor,
  id: number,
  { status, message = null, finishedAt }: z.output<typeof answerInput>,
): Promise<ActionView> {
  const effect = await inTransaction(context.database, async (transaction) => {
    const { action, accountId, trader } = await lockAction(transaction, id);
    const answered = answerEffect(action, status);
    if (answered !== "change") return answered;
    const before = action.status;
    const now = context.clock.now();
    transaction.assign(action, {
      status,
      message,
      finishedAt: finishedAt ?? now,
      // A late answer after a retry; the actions of an account are ordered by this time.
      deliveredAt: action.deliveredAt ?? now,
    });
    await transaction.flush();
    await settleQueues(kyselyOf(transaction), [accountId]);
    const event = actionEvent(`action.${status}`, action, before);
    await recordEvent(context, transaction, actor, { ...event, trader, reason: message });
    return answered;
  });
  const current = await getAction(context, id);
  if (typeof effect === "string") return current;
  throw new RefusalError("conflict", effect.refusal, { current });
}

/**
 * Locks the queue of an action's account, and reads the action.
 * @throws RefusalError if the action does not exist
 */
async function lockAction(transaction: Transaction, id: number) {
  const kysely = kyselyOf(transaction);
  const { rows } = await sql<AuditedTrader & { accountId: number }>`
    select actions.account_id as "accountId", users.id, users.full_name as "fullName", users.email
    from actions join trading_accounts on trading_accounts.id = actions.account_id
    join users on users.id = trading_accounts.user_id where actions.id = ${id}`.execute(kysely);
  const [owner] = rows;
  if (!owner) throw notFound("Action");
  const { accountId, ...trader } = owner;
  await sql`select from action_queues where account_id = ${accountId} for update`.execute(kysely);
  const action = await transaction.findOne(Action, { id }, { refresh: true });
  // The trader may have been deleted while this transaction waited for the lock.
  if (!action) throw notFound("Action");
  return { action, accountId, trader };
}

interface ChangedAction {
  id: number;
  kind: Action["kind"];
  stageId?: number | null;
  amount?: string | null;
  status: ActionStatus;
}

/** Describes a change of an action for the audit log. */
export function actionEvent(
  audited: AuditAction,
  { id, kind, stageId, amount, status }: ChangedAction,
  before: ActionStatus,
) {
  const about = changesBetween({}, { actionId: id, action: kind, stageId, amount });
  return {
    action: audited,
    changes: { ...about, ...changesBetween({ status: before }, { status }) },
  };
}
