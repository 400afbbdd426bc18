import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import {
  type AuditedTrader,
  type NewAuditEvent,
  recordEvents,
} from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { RefusalError } from "../../../platform/errors.ts";
import type { ActionKind, causeKinds, EnforcementEvent } from "./action.rule.ts";
import type { ActionView, requestActionInput } from "./action.schema.ts";
import { getAction } from "./actions.queries.ts";
import { lockQueues, settleQueues } from "./queue.ts";

export interface NewAction {
  accountId: number;
  trader: AuditedTrader;
  stageId: number | null;
  login: string;
  kind: ActionKind;
  amount?: string | null;
  status: "proposed" | "pending";
  reason: string;
  cause: { kind: (typeof causeKinds)[number]; id: number | null };
  /** The event that asks for it; absent for a person's request. */
  event?: EnforcementEvent;
  requestedBy: string;
}

/**
 * Asks the platform to do something with an account.
 * @throws RefusalError if the trader does not exist, or if the account has no login
 */
export async function requestAction(
  context: Context,
  actor: StaffActor,
  { userId, kind, amount = null, reason }: z.output<typeof requestActionInput>,
): Promise<ActionView> {
  const id = await inTransaction(context.database, async (transaction) => {
    const trader = await lockTrader(transaction, userId);
    const targets = await readTargets(kyselyOf(transaction), [userId]);
    const { accountId, login, stageId } = targets.get(userId)!;
    if (login === null) {
      throw new RefusalError("conflict", "This account has no login at the platform yet");
    }
    const action: NewAction = {
      accountId,
      trader,
      stageId,
      login,
      kind,
      amount,
      status: "pending",
      reason,
      cause: { kind: "person", id: null },
      requestedBy: actor.label,
    };
    const [requested] = await insertActions(context, transaction, [action]);
    await recordEvents(context, transaction, [{ ...requested!.event, actor, reason }]);
    return requested!.id;
  });
  return getAction(context, id);
}

interface Target {
  accountId: number;
  login: string | null;
  /** That of the current stage; `null` if there is none. */
  stageId: number | null;
}

/** Reads the accounts of traders with their current stages. @returns them by the ids of the traders */
export async function readTargets(
  kysely: Kysely<Tables>,
  traderIds: number[],
): Promise<Map<number, Target>> {
  const { rows } = await sql<Target & { traderId: number }>`
    select user_id as "traderId", account.id as "accountId", login, (
      select stages.id from stages where stages.account_id = account.id
      order by ended_at is null desc, started_at desc, id desc limit 1) as "stageId"
    from trading_accounts as account where user_id = any(${traderIds})`.execute(kysely);
  return new Map(rows.map(({ traderId, ...target }) => [traderId, target]));
}

/**
 * Inserts actions in the given order, and leaves out those that their events have already asked for.
 * @returns the ids of what was inserted, and the events for the audit log
 */
export async function insertActions(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  wanted: NewAction[],
): Promise<{ id: number; event: NewAuditEvent }[]> {
  if (wanted.length === 0) return [];
  const kysely = kyselyOf(transaction);
  const accountIds = [...new Set(wanted.map(({ accountId }) => accountId))];
  await lockQueues(kysely, accountIds);
  const rows = wanted.map((action, index) => ({ index, ...actionRow(action, clock.now()) }));
  // Numbers the rows before they are inserted, because the actions that conflict are not returned.
  const { rows: inserted } = await sql<{ index: number; id: number }>`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as wanted (
        index int, account_id int, stage_id int, login text, kind text, amount numeric,
        status text, reason text, cause_kind text, cause_id int, event text,
        requested_at timestamptz, requested_by text)),
    inserted as (
      insert into actions (account_id, stage_id, login, kind, amount, status, reason, cause_kind,
        cause_id, event, requested_at, requested_by)
      select account_id, stage_id, login, kind, amount, status, reason, cause_kind, cause_id,
        event, requested_at, requested_by
      from wanted order by index
      on conflict (cause_kind, cause_id, event, kind) where event is not null do nothing
      returning *)
    select index, inserted.id from inserted join wanted on wanted.kind = inserted.kind
      and wanted.account_id = inserted.account_id and wanted.cause_kind = inserted.cause_kind
      and wanted.cause_id is not distinct from inserted.cause_id
      and wanted.event is not distinct from inserted.event
    order by index`.execute(kysely);
  await settleQueues(kysely, accountIds);
  return inserted.map(({ index, id }) => ({ id, event: requestEvent(wanted[index]!, id) }));
}

function actionRow(
  { accountId, stageId, login, kind, amount, cause, ...action }: NewAction,
  at: Date,
) {
  return {
    account_id: accountId,
    stage_id: stageId,
    login,
    kind,
    amount: amount ?? null,
    status: action.status,
    reason: action.reason,
    cause_kind: cause.kind,
    cause_id: cause.id,
    event: action.event ?? null,
    requested_at: at.toISOString(),
    requested_by: action.requestedBy,
  };
}

function requestEvent(
  { trader, stageId, kind, amount, status, reason }: NewAction,
  id: number,
): NewAuditEvent {
  return {
    action: status === "pending" ? "action.requested" : "action.proposed",
    trader,
    changes: changesBetween({}, { actionId: id, action: kind, stageId, amount, status }),
    reason,
  };
}
