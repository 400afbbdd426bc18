import { type Kysely, sql } from "kysely";
import type { AuditActor, NewAuditEvent } from "../../../identity/audit/record-event.ts";
import type { AdministratorActor } from "../../../identity/sessions/authenticate.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { leavePerson } from "../persons/group-case.ts";
import { LEAST_TRADERS } from "./link-case.rule.ts";
import { getLinkCase } from "./link-cases.queries.ts";
import { storeDecision } from "./store-decision.ts";

interface Cleared {
  /** The case, and those that it was before. */
  id: number;
  caseIds: readonly number[];
  userId: number;
  reason: string;
}

/**
 * Clears a trader of a case, as an appeal asks for: their flags end, and the person that the case has made loses them. A
 * case with fewer than two traders left is dismissed. The caller has locked the cases before any trader.
 * @returns the events to record with the decision on the appeal
 */
export async function clearTrader(
  context: Pick<Context, "clock">,
  transaction: Transaction,
  actor: AdministratorActor,
  { id, caseIds, userId, reason }: Cleared,
): Promise<(NewAuditEvent & { actor?: AuditActor })[]> {
  const kysely = kyselyOf(transaction);
  await storeClearance(kysely, { id, userId, at: context.clock.now().toISOString() });
  const left = await leavePerson(transaction, actor, { userId, linkIds: caseIds, reason });
  const current = await getLinkCase({ database: { kysely } }, id);
  const remaining = current.traders.filter(({ clearedAt }) => clearedAt === null);
  if (current.status === "dismissed" || remaining.length >= LEAST_TRADERS) return left;
  const dismissal = { decision: "dismiss", reason } as const;
  return [...left, await storeDecision(context, kysely, actor, current, dismissal)];
}

/** A trader who has left the case is cleared for when they are back. */
async function storeClearance(
  kysely: Kysely<Tables>,
  { id, userId, at }: { id: number; userId: number; at: string },
): Promise<void> {
  const { numUpdatedRows } = await kysely
    .updateTable("link_members")
    .set({ cleared_at: at })
    .where("case_id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await sql`update link_cases set cleared_leavers = cleared_leavers || ${JSON.stringify({ [userId]: at })}::jsonb
    where id = ${id}`.execute(kysely);
}
