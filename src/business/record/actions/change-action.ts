import { sql } from "kysely";
import type { z } from "zod";
import type { StaffActor, TokenActor } from "../../../identity/tokens/authenticate-token.ts";
import type { AuditAction } from "../../../identity/audit/audit-event.rule.ts";
import { type AuditedTrader, recordEvents } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import { requireOpenGate } from "../../traders/gates/gates.queries.ts";
import { Action } from "./action.entity.ts";
import {
  type ActionStatus,
  answerEffect,
  startRefusal,
  type Step,
  stepRefusal,
} from "./action.rule.ts";
import type { ActionView, answerInput, changeActionInput } from "./action.schema.ts";
import { getAction, refusalToApprove } from "./actions.queries.ts";
import { enforceFailure } from "./enforce.ts";
import { actionEvent } from "./insert-actions.ts";
import { lockAccountOf, storeAccount, takeAccount } from "./take-account.ts";
import { notifyTopics } from "../../../platform/live/live-updates.ts";
import { changedActions, settleQueues } from "./queue.ts";
import type { EnforcementAuditEvent } from "./store-consequences.ts";

const auditedSteps: Record<Step, AuditAction> = {
  approve: "action.approved",
  cancel: "action.cancelled",
  retry: "action.retried",
  fail: "action.failed",
};

const statusesAfter: Record<Step, ActionStatus> = {
  approve: "pending",
  cancel: "cancelled",
  retry: "pending",
  fail: "failed",
};

/**
 * Approves a proposed action, cancels one that no bridge has received, requests a failed one again, or marks one as failed
 * that no bridge answers.
 * @throws RefusalError if the action does not exist, with the current action if its status does not allow the step, and if
 * another person must approve it, or a gate holds back the trading that it would enable
 */
export async function changeAction(
  context: Context,
  actor: StaffActor,
  step: Step,
  { id, reason = null }: z.output<typeof changeActionInput>,
): Promise<ActionView> {
  const refusal = await inTransaction(context.database, async (transaction) => {
    const locked = await lockAction(transaction, id);
    const { action, accountId, trader } = locked;
    const now = context.clock.now();
    const { status: before, retryRefusal = null, unansweredSince = null } = action;
    const refused = stepRefusal(step, { status: before, retryRefusal, unansweredSince }, now);
    if (refused !== undefined) return refused;
    if (step === "approve") await requireApprover(transaction, actor, action);
    if (action.kind === "enable_trading" && (step === "approve" || step === "retry")) {
      await requireOpenGate(kyselyOf(transaction), trader.id, "trading", now);
    }
    const status = statusesAfter[step];
    transaction.assign(action, {
      status,
      finishedAt: status === "pending" ? null : now,
      // The outcome of an earlier attempt would be taken for that of the next one.
      ...(step === "retry" && { message: null, deliveredAt: null, startedAt: null }),
    });
    await transaction.flush();
    await settleQueues(kyselyOf(transaction), [accountId]);
    const event = { ...actionEvent(auditedSteps[step], action, before), actor, trader, reason };
    const following = step === "fail" ? await undoDeposit(context, transaction, locked) : [];
    await recordEvents(context, transaction, [event, ...following]);
    return undefined;
  });
  const current = await getAction(context, id);
  if (refusal === undefined) return current;
  throw new RefusalError("conflict", refusal, { current });
}

/** @throws RefusalError if the caller asked for the money, or is a tool */
async function requireApprover(
  transaction: Transaction,
  actor: StaffActor,
  { id, kind, causeKind, causeId }: Action,
): Promise<void> {
  const action = { id, kind, cause: { kind: causeKind, id: causeId ?? null } };
  const refusal = await refusalToApprove(kyselyOf(transaction), actor, action);
  if (refusal !== undefined) throw new RefusalError("forbidden", refusal);
}

function undoDeposit(
  context: Context,
  transaction: Transaction,
  { action, accountId, trader }: Awaited<ReturnType<typeof lockAction>>,
): Promise<EnforcementAuditEvent[]> {
  const cause = { kind: action.causeKind, id: action.causeId ?? null };
  return enforceFailure(context, transaction, { trader, accountId, kind: action.kind, cause });
}

/**
 * Stores that a bridge begins what it must not repeat. The same again keeps the first time.
 * @throws RefusalError if the action does not exist, and with the current action unless it is delivered
 */
async function startAction(context: Context, id: number): Promise<ActionView> {
  const refusal = await inTransaction(context.database, async (transaction) => {
    const { action } = await lockAction(transaction, id);
    const refused = startRefusal(action.status);
    if (refused !== undefined) return refused;
    action.startedAt ??= context.clock.now();
    await transaction.flush();
    await notifyTopics(kyselyOf(transaction), [changedActions]);
    return undefined;
  });
  const current = await getAction(context, id);
  if (refusal === undefined) return current;
  throw new RefusalError("conflict", refusal, { current });
}

/**
 * Stores the outcome that a bridge reports, or that it begins. The same answer again changes nothing.
 * @throws RefusalError if the action does not exist, and with the current action if it was cancelled, has another
 * outcome, or was never delivered
 */
export async function answerAction(
  context: Context,
  actor: TokenActor,
  id: number,
  { status, message = null, finishedAt, account = null }: z.output<typeof answerInput>,
): Promise<ActionView> {
  if (status === "started") return startAction(context, id);
  const effect = await inTransaction(context.database, async (transaction) => {
    if (status === "done") await lockAccountOf(transaction, id);
    const locked = await lockAction(transaction, id);
    const { action, accountId, trader } = locked;
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
    const taken = status === "done" ? takeAccount(locked, account) : null;
    await transaction.flush();
    await settleQueues(kyselyOf(transaction), [accountId]);
    const event = actionEvent(`action.${status}`, action, before);
    const following =
      status === "failed"
        ? await undoDeposit(context, transaction, locked)
        : await storeAccount(context, transaction, actor, locked, taken);
    await recordEvents(context, transaction, [
      { ...event, actor, trader, reason: message },
      ...following,
    ]);
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
