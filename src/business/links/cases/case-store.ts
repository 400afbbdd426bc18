import { type Kysely, sql } from "kysely";
import { type AuditedValue, changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import {
  actorName,
  type AuditActor,
  type NewAuditEvent,
  recordEvents,
} from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { insertRows, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { LinkEvidence } from "../evidence/evidence.schema.ts";
import type { SharedFact } from "../facts/fact.rule.ts";
import { hashEvidence, orderEvidence, orderFacts } from "./evidence-hash.ts";
import { caseKinds, RULES } from "./link-case.rule.ts";
import type {
  CaseChange,
  CaseEvidence,
  CaseFact,
  CaseMember,
  CaseState,
  ClearedLeavers,
} from "./reconcile.rule.ts";

/** Held while cases change. See `platform/advisory-locks.ts`. */
const CASES_LOCK = 7_310_015;

/** Cases change one transaction after the other, because two of them may become one. */
export async function lockCases(transaction: Transaction): Promise<Kysely<Tables>> {
  const kysely = kyselyOf(transaction);
  await sql`select pg_advisory_xact_lock(${CASES_LOCK})`.execute(kysely);
  return kysely;
}

interface StoredCase {
  id: number;
  status: CaseState["status"];
  isHeldOpen: boolean;
  decidedAt: string | null;
  members: CaseMember[];
  clearedLeavers: ClearedLeavers;
  evidence: CaseEvidence[];
  facts: CaseFact[];
  decided: CaseState["decided"];
}

/** A case, with when it was decided. */
export type KnownState = CaseState & { id: number; decidedAt: number | null };

/** Reads the cases of traders, or all that are not merged. */
export async function readStates(
  kysely: Kysely<Tables>,
  userIds?: readonly number[],
): Promise<KnownState[]> {
  const ofTraders =
    userIds === undefined
      ? sql``
      : sql`and cases.id in (select case_id from link_members where user_id = any(${[...userIds]}))`;
  const { rows } = await sql<StoredCase>`
    select cases.id, cases.status, is_held_open as "isHeldOpen", decided_at as "decidedAt",
      cleared_leavers as "clearedLeavers",
      coalesce((select json_agg(json_build_object('userId', user_id, 'isNamed', is_named,
          'clearedAt', cleared_at) order by user_id)
        from link_members where case_id = cases.id), '[]') as members,
      coalesce((select json_agg(json_build_object('evidence', evidence, 'rows', rows,
          'isRaised', is_raised, 'isOpening', is_opening) order by kind, low, high)
        from link_evidence where case_id = cases.id), '[]') as evidence,
      coalesce((select json_agg(json_build_object('valueHash', value_hash, 'fact', fact,
          'isConnecting', is_connecting, 'isOpening', is_opening) order by kind, value_hash)
        from link_facts where case_id = cases.id), '[]') as facts,
      (select json_build_object('decision', decision, 'snapshot', snapshot) from link_decisions
        where case_id = cases.id and snapshot is not null order by id desc limit 1) as decided
    from link_cases as cases where cases.status <> 'merged' ${ofTraders} order by cases.id`.execute(
    kysely,
  );
  return rows.map(({ decidedAt, ...row }) => ({
    ...row,
    decidedAt: decidedAt === null ? null : new Date(decidedAt).getTime(),
  }));
}

/**
 * Stores what happens to cases, with its events.
 * @param actor the person who named traders; the rules by default
 * @returns the ids of the cases that were opened, also again, in the order of the changes
 */
export async function applyChanges(
  context: Context,
  transaction: Transaction,
  changes: readonly CaseChange[],
  {
    actor = { kind: "system", name: RULES },
    reason = null,
  }: { actor?: AuditActor; reason?: string | null } = {},
): Promise<number[]> {
  const kysely = kyselyOf(transaction);
  const opened: number[] = [];
  const events: (NewAuditEvent & { actor: AuditActor })[] = [];
  for (const change of changes) {
    const existing = await lockExisting(kysely, change.after.members);
    const members = change.after.members.filter(({ userId }) => existing.has(userId));
    if (change.before === null && members.length < 2) continue;
    const stored = { ...change, after: { ...change.after, members } };
    const id = await storeCase(context, kysely, stored, { actor, reason });
    await storeParts(kysely, id, stored.after, change.merged);
    if (change.event === "dismissed") await addRulesDecision(context, kysely, id, stored.after);
    if (change.event === "opened" || change.event === "reopened") opened.push(id);
    events.push(...eventsOf(id, stored).map((event) => ({ ...event, actor, reason })));
  }
  await recordEvents(context, transaction, events);
  return opened;
}

/** Returns which of these traders exist, and keeps them from being deleted meanwhile. */
async function lockExisting(
  kysely: Kysely<Tables>,
  members: readonly CaseMember[],
): Promise<Set<number>> {
  if (members.length === 0) return new Set();
  const ids = members.map(({ userId }) => userId);
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${ids}) order by id for key share`.execute(kysely);
  return new Set(rows.map(({ id }) => id));
}

interface By {
  actor: AuditActor;
  reason: string | null;
}

async function storeCase(
  { clock }: Context,
  kysely: Kysely<Tables>,
  { before, after, event }: CaseChange,
  { actor, reason }: By,
): Promise<number> {
  const now = clock.now().toISOString();
  const { status, isHeldOpen } = after;
  const cleared_leavers = JSON.stringify(after.clearedLeavers);
  if (before === null) {
    const { id } = await kysely
      .insertInto("link_cases")
      .values({
        status,
        opened_at: now,
        opened_by: actorName(actor) ?? RULES,
        reason,
        is_held_open: isHeldOpen,
        withhold: false,
        cleared_leavers,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  const id = before.id!;
  await kysely
    .updateTable("link_cases")
    .set({
      status,
      is_held_open: isHeldOpen,
      cleared_leavers,
      ...(event === "reopened" && { reopened_at: now }),
      ...(event === "dismissed" && { decided_at: now }),
    })
    .where("id", "=", id)
    .execute();
  return id;
}

async function storeParts(
  kysely: Kysely<Tables>,
  caseId: number,
  { members, evidence, facts }: CaseState,
  merged: readonly number[],
): Promise<void> {
  const ids = [caseId, ...merged];
  const userIds = members.map(({ userId }) => userId);
  await sql`delete from link_members where case_id = any(${ids}) and user_id <> all(${userIds})`.execute(
    kysely,
  );
  await sql`
    insert into link_members (user_id, case_id, is_named, cleared_at)
    select * from unnest(${userIds}::int[], ${userIds.map(() => caseId)}::int[],
      ${members.map(({ isNamed }) => isNamed)}::boolean[],
      ${members.map(({ clearedAt }) => clearedAt)}::timestamptz[])
    on conflict (user_id) do update set case_id = excluded.case_id, is_named = excluded.is_named,
      cleared_at = excluded.cleared_at`.execute(kysely);
  await kysely.deleteFrom("link_evidence").where("case_id", "in", ids).execute();
  await kysely.deleteFrom("link_facts").where("case_id", "in", ids).execute();
  await insertRows(
    kysely,
    "link_evidence",
    evidence.map(({ evidence: figures, rows, isRaised, isOpening }) => ({
      case_id: caseId,
      kind: figures.kind,
      low: Math.min(figures.a, figures.b),
      high: Math.max(figures.a, figures.b),
      evidence: JSON.stringify(figures),
      rows: JSON.stringify(rows),
      is_raised: isRaised,
      is_opening: isOpening,
    })),
  );
  await insertRows(
    kysely,
    "link_facts",
    facts.map(({ valueHash, fact, isConnecting, isOpening }) => ({
      case_id: caseId,
      kind: fact.kind,
      value_hash: valueHash,
      fact: JSON.stringify(fact),
      is_connecting: isConnecting,
      is_opening: isOpening,
    })),
  );
  if (merged.length === 0) return;
  await kysely
    .updateTable("link_cases")
    .set({ status: "merged", merged_into: caseId, is_held_open: false })
    .where("id", "in", merged)
    .execute();
}

function eventsOf(id: number, { before, after, event, merged }: CaseChange): NewAuditEvent[] {
  const of = (
    action: "link.opened" | "link.decided" | "link.merged",
    changes: Record<string, AuditedValue>,
  ): NewAuditEvent => ({ action, changes: changesBetween({}, { linkId: id, ...changes }) });
  const events = merged.map((mergedId) => of("link.merged", { mergedId }));
  if (event === "opened" || event === "reopened") {
    const kinds = kindsOf(after).join(", ");
    const reopened = event === "reopened";
    return [...events, of("link.opened", { userIds: idsOf(after), kinds, reopened })];
  }
  if (event === null) return events;
  const decision = event === "dismissed" ? "dismiss" : after.decided!.decision;
  // Traders who are not connected any more have left the case.
  return [...events, of("link.decided", { userIds: idsOf(before ?? after), decision })];
}

const idsOf = ({ members }: CaseState) =>
  members
    .map(({ userId }) => userId)
    .toSorted((a, b) => a - b)
    .join(", ");

/** Returns what brought the traders of a case together, each once. */
export function kindsOf({
  evidence,
  facts,
}: {
  evidence: readonly { evidence: Pick<LinkEvidence, "kind"> }[];
  facts: readonly { fact: Pick<SharedFact, "kind"> }[];
}) {
  const kinds = new Set<string>([
    ...evidence.map((item) => item.evidence.kind),
    ...facts.map((item) => item.fact.kind),
  ]);
  return caseKinds.filter((kind) => kinds.has(kind));
}

async function addRulesDecision(
  { clock }: Context,
  kysely: Kysely<Tables>,
  caseId: number,
  { evidence, facts }: CaseState,
): Promise<void> {
  await kysely
    .insertInto("link_decisions")
    .values({
      case_id: caseId,
      decision: "dismiss",
      reason: "Later records have taken away what opened the case",
      at: clock.now().toISOString(),
      by: RULES,
      evidence_sha256: hashEvidence(
        orderEvidence(evidence.map((item) => item.evidence)),
        orderFacts(facts.map((item) => item.fact)),
      ),
    })
    .execute();
}
