import { sql } from "kysely";
import { type AuditAction, changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import type { AuditedTrader, NewAuditEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { MAX_ID } from "../../../platform/fields/id.rule.ts";
import { stageLogin, stageServer } from "../records/stage-login.queries.ts";
import type { ActionKind, ActionStatus } from "./action.rule.ts";
import type { WantedAction } from "./consequences.rule.ts";

/** Who asks for what an event leads to. */
export const REQUESTED_BY_RULES = "Rules";

export interface NewAction extends WantedAction {
  accountId: number;
  trader: AuditedTrader;
  reason: string;
  /** A person or a tool, and the administrator responsible; absent for an event. */
  requestedBy?: { name: string; administratorId: number | null };
}

/**
 * Inserts actions in the given order. The queues of their accounts must be locked, and are to be settled afterwards.
 * @returns the ids, and the events for the audit log
 */
export async function insertActions(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  wanted: readonly NewAction[],
): Promise<{ id: number; event: NewAuditEvent }[]> {
  if (wanted.length === 0) return [];
  const rows = wanted.map((action, index) => ({ index, ...actionRow(action, clock.now()) }));
  const { rows: inserted } = await sql<{ id: number }>`
    insert into actions (account_id, stage_id, login, server, kind, amount, asked_account, status,
      reason, cause_kind, cause_id, requested_at, requested_by, requested_by_id)
    select account_id, stage_id, login, coalesce(asked_account ->> 'server', ${serverOfWanted}),
      kind, amount, asked_account, status, reason,
      cause_kind, cause_id, requested_at, requested_by, requested_by_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as wanted (
      index int, account_id int, stage_id int, login text, kind text, amount numeric,
      asked_account jsonb, status text, reason text, cause_kind text, cause_id int,
      requested_at timestamptz, requested_by text, requested_by_id int)
    order by index
    returning id`.execute(kyselyOf(transaction));
  const ids = inserted.map(({ id }) => id).toSorted((one, other) => one - other);
  return wanted.map((action, index) => {
    const id = ids[index]!;
    return { id, event: requestEvent(action, id) };
  });
}

/** SQL of the server of a login: that of the action's stage, or else of the account or its last stage with the login. */
const serverOfWanted = sql`(
  select named.server from (
    select ${sql.raw(stageLogin)} as login, ${sql.raw(stageServer)} as server,
      stages.id = wanted.stage_id as is_own, stages.id
    from stages join trading_accounts on trading_accounts.id = stages.account_id
    where stages.account_id = wanted.account_id
    union all
    select login, server, false, ${sql.lit(MAX_ID)} from trading_accounts
    where trading_accounts.id = wanted.account_id) as named
  where named.login = wanted.login
  order by named.is_own desc nulls last, named.id desc limit 1)`;

function actionRow(
  {
    accountId,
    stageId,
    login,
    kind,
    amount,
    account = null,
    status,
    reason,
    cause,
    requestedBy,
  }: NewAction,
  at: Date,
) {
  return {
    account_id: accountId,
    stage_id: stageId,
    login,
    kind,
    amount,
    asked_account: account,
    status,
    reason,
    cause_kind: cause.kind,
    cause_id: cause.id,
    requested_at: at.toISOString(),
    requested_by: requestedBy?.name ?? REQUESTED_BY_RULES,
    requested_by_id: requestedBy?.administratorId ?? null,
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

interface ChangedAction {
  id: number;
  kind: ActionKind;
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
