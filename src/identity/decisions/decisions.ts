import { type Kysely, sql } from "kysely";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { StaffActor } from "../tokens/authenticate-token.ts";
import type { Trader } from "../users/trader.entity.ts";
import { Decision } from "./decision.entity.ts";
import type { DecidedFlag, DecisionStep, DecisionSubject } from "./decision.rule.ts";

interface NewDecision {
  trader: Trader;
  subject: { kind: DecisionSubject; id: number };
  step: DecisionStep;
  reason: string | null;
  factsSha256?: string | null;
  flags?: DecidedFlag[] | null;
}

/** Adds a decision in the transaction that applies it. @returns its time, which the event in the audit log shares */
export async function recordDecision(
  { clock }: { clock: Clock },
  transaction: Transaction,
  actor: StaffActor,
  { trader, subject, step, reason, factsSha256 = null, flags = null }: NewDecision,
): Promise<Date> {
  const isToken = actor.kind === "token";
  const at = clock.now();
  transaction.create(Decision, {
    trader,
    subjectKind: subject.kind,
    subjectId: subject.id,
    step,
    actorKind: actor.kind,
    administratorId: isToken ? await findMaker(transaction, actor.id) : actor.id,
    tokenId: isToken ? actor.id : null,
    name: actor.label,
    at,
    reason,
    factsSha256,
    flags,
  });
  return at;
}

async function findMaker(transaction: Transaction, tokenId: number): Promise<number | null> {
  const token = await kyselyOf(transaction)
    .selectFrom("api_tokens")
    .select("created_by_id as id")
    .where("id", "=", tokenId)
    .executeTakeFirst();
  return token?.id ?? null;
}

/** The last decision on a subject; the first of two approvals decides nothing. */
export async function findLatestDecision(
  kysely: Kysely<Tables>,
  kind: DecisionSubject,
  id: number,
) {
  const decision = await kysely
    .selectFrom("decisions")
    .select(["step", "at", "reason", "name", "administrator_id as administratorId"])
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .where("step", "<>", "approve-first")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return decision && { ...decision, at: new Date(decision.at) };
}

/** Selects when a payout request, of which `requestId` is the SQL, was last approved; `null` if it was not. */
export const lastApprovalOf = (requestId: string) =>
  sql<string | null>`(select decisions.at from decisions
    where decisions.subject_kind = 'payout' and decisions.subject_id = ${sql.raw(requestId)}
      and decisions.step = 'approve' order by decisions.id desc limit 1)`;
