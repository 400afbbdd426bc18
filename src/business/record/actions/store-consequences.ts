import { sql } from "kysely";
import type {
  AuditActor,
  AuditedTrader,
  NewAuditEvent,
} from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { ActionStatus } from "./action.rule.ts";
import { actionEvent, insertActions, REQUESTED_BY_RULES } from "./insert-actions.ts";
import type { ActionFacts, Consequences } from "./consequences.rule.ts";
import { settleQueues } from "./queue.ts";

/** An event for the audit log, to be recorded at the end of the transaction. */
export type EnforcementAuditEvent = NewAuditEvent & { actor: AuditActor };

/** What follows from an event is done by no person. */
export const rules: AuditActor = { kind: "system", name: REQUESTED_BY_RULES };

/** The consequences of an event for an account whose queue the transaction has locked. */
export interface AccountConsequences {
  accountId: number;
  trader: AuditedTrader;
  /** The event in words. */
  reason: string;
  consequences: Consequences;
}

/** Stores what events ask for, and cancels what they no longer do. */
export async function storeConsequences(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  all: readonly AccountConsequences[],
): Promise<EnforcementAuditEvent[]> {
  const kysely = kyselyOf(transaction);
  const cancelled = await cancelActions({ clock }, transaction, all);
  const finals = all.flatMap(({ consequences }) => consequences.final);
  if (finals.length > 0) {
    await sql`update actions set retry_refusal = final.why
      from json_to_recordset(${JSON.stringify(finals)}::json) as final (id int, why text)
      where actions.id = final.id`.execute(kysely);
  }
  const wanted = all.flatMap(({ accountId, trader, reason, consequences }) =>
    consequences.wanted.map((action) => ({ ...action, accountId, trader, reason })),
  );
  const inserted = await insertActions({ clock }, transaction, wanted);
  const changed = all.filter(
    ({ consequences }) => consequences.wanted.length + consequences.cancelled.length > 0,
  );
  if (changed.length === 0) return [];
  await settleQueues(kysely, [...new Set(changed.map(({ accountId }) => accountId))]);
  const requested = inserted.map(({ event }) => ({ ...event, actor: rules }));
  return [...cancelled, ...requested];
}

interface CancelledAction extends Pick<ActionFacts, "id" | "kind" | "stageId" | "amount"> {
  status: "cancelled";
  formerStatus: ActionStatus;
}

async function cancelActions(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  all: readonly AccountConsequences[],
): Promise<EnforcementAuditEvent[]> {
  const ids = all.flatMap(({ consequences }) => consequences.cancelled);
  if (ids.length === 0) return [];
  const { rows } = await sql<CancelledAction>`
    with waiting as (
      select id, status from actions
      where id = any(${ids}) and status in ('proposed', 'pending'))
    update actions set status = 'cancelled', finished_at = ${clock.now().toISOString()}
    from waiting where actions.id = waiting.id
    returning actions.id, kind, stage_id as "stageId", amount, actions.status,
      waiting.status as "formerStatus"`.execute(kyselyOf(transaction));
  return rows
    .toSorted((one, other) => one.id - other.id)
    .map(({ formerStatus, ...action }) => {
      const { trader, reason } = all.find(({ consequences }) =>
        consequences.cancelled.includes(action.id),
      )!;
      return {
        ...actionEvent("action.cancelled", action, formerStatus),
        actor: rules,
        trader,
        reason,
      };
    });
}
