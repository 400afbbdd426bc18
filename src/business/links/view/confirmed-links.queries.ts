import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { clearedAtSql } from "../cases/cleared-at.ts";
import { orderEvidence, orderFacts } from "../cases/evidence-hash.ts";
import type { LinkStatus } from "../cases/link-case.rule.ts";
import type { Snapshot } from "../cases/reconcile.rule.ts";
import type { FoundEvidence } from "../comparison/firm-comparison.ts";
import { concerns, partyNames, partyOf } from "../evidence/party-names.rule.ts";
import type { SharedFact } from "../facts/fact.rule.ts";
import type { TraderLink, traderLinkRowsInput } from "./trader-link.schema.ts";
import { traderEvidence, traderFacts, traderRows } from "./trader-view.rule.ts";
import type { TraderRow } from "./trader-view.schema.ts";

/** A case that was confirmed about a trader, with what it was confirmed on. */
export interface ConfirmedLink extends Omit<TraderLink, "evidence" | "facts"> {
  /** The id of the case, then those of the cases that were merged into it. */
  caseIds: number[];
  /** That of the last confirmation. */
  decisionId: number;
  confirmedBy: string;
  /** The administrator who confirmed it. */
  confirmedById: number | null;
  /** What compares the trader with others. */
  evidence: FoundEvidence[];
  facts: SharedFact[];
}

const clearedAtOfUser = clearedAtSql("users.id");

interface ConfirmedRow extends Pick<Snapshot, "evidence" | "facts"> {
  id: number;
  status: LinkStatus;
  paths: number[][];
  decisionId: number;
  confirmedBy: string;
  confirmedById: number | null;
  decidedAt: string;
  reason: string;
  withhold: boolean;
  clearedAt: string | null;
}

/**
 * Reads the cases that were confirmed about a trader, newest first, as of their last confirmation: what is seen later is
 * not the trader's to know before it is decided. A case that was merged is the one that it has moved to.
 */
export async function readConfirmedLinks(
  kysely: Kysely<Tables>,
  userId: number,
): Promise<ConfirmedLink[]> {
  const { rows } = await sql<ConfirmedRow>`
    with recursive placed as (
      select link_decisions.id as decision_id, case_id, merged_into, array[case_id] as path
      from link_decisions join link_cases on link_cases.id = case_id
      where decision = 'confirm' and snapshot->'userIds' @> to_jsonb(${userId}::int)
      union all
      select decision_id, link_cases.id, link_cases.merged_into, path || link_cases.id
      from placed join link_cases on link_cases.id = placed.merged_into
    ), latest as (
      select case_id, max(decision_id) as decision_id, json_agg(to_json(path)) as paths
      from placed where merged_into is null group by case_id
    )
    select link_cases.id, link_cases.status, paths, decisions.id as "decisionId", decisions.by as "confirmedBy",
      administrator_id as "confirmedById", decisions.at as "decidedAt", decisions.reason, link_cases.withhold,
      ${sql.raw(clearedAtOfUser)} as "clearedAt", snapshot->'evidence' as evidence, snapshot->'facts' as facts
    from latest
    join link_cases on link_cases.id = latest.case_id
    join link_decisions as decisions on decisions.id = latest.decision_id
    join users on users.id = ${userId}
    left join link_members on link_members.case_id = link_cases.id and user_id = users.id
    order by link_cases.id desc`.execute(kysely);
  return rows.map(({ decidedAt, clearedAt, evidence, facts, paths, ...row }) => ({
    ...row,
    caseIds: [...new Set([row.id, ...paths.flat()])],
    decidedAt: new Date(decidedAt),
    clearedAt: clearedAt === null ? null : new Date(clearedAt),
    evidence: inOrder(evidence.filter((item) => concerns(item.evidence, userId))),
    facts: orderFacts(facts.map(({ fact }) => fact)),
  }));
}

function inOrder(found: readonly FoundEvidence[]): FoundEvidence[] {
  const rows = new Map(found.map((item) => [item.evidence, item.rows]));
  return orderEvidence([...rows.keys()]).map((evidence) => ({
    evidence,
    rows: rows.get(evidence)!,
  }));
}

/**
 * Reads a case by its id, or by that of a case that was merged into it, which mails may name.
 * @throws RefusalError if no such case was confirmed about the trader
 */
export async function findConfirmedLink(
  kysely: Kysely<Tables>,
  userId: number,
  id: number,
): Promise<ConfirmedLink> {
  const links = await readConfirmedLinks(kysely, userId);
  const found = links.find(({ caseIds }) => caseIds.includes(id));
  if (!found) throw notFound("Link");
  return found;
}

type Own = { database: { kysely: Kysely<Tables> } };

/** Returns a case as its trader sees it. */
export function presentConfirmedLink(
  { id, status, decidedAt, reason, withhold, clearedAt, ...found }: ConfirmedLink,
  userId: number,
): TraderLink {
  const evidence = found.evidence.map((item) => item.evidence);
  const names = partyNames(evidence, userId);
  return {
    id,
    status,
    decidedAt,
    reason,
    withhold,
    clearedAt,
    evidence: evidence.map((each) => traderEvidence(each, names)),
    facts: traderFacts(found.facts, userId),
  };
}

/** Lists the rows of the evidence about the trader and another. @throws RefusalError if the case has none */
export async function listTraderLinkRows(
  { database: { kysely } }: Own,
  userId: number,
  { id, kind, other }: z.output<typeof traderLinkRowsInput>,
): Promise<TraderRow[]> {
  const { evidence } = await findConfirmedLink(kysely, userId, id);
  const otherId = partyOf(
    partyNames(
      evidence.map((item) => item.evidence),
      userId,
    ),
    other,
  );
  const found = evidence.find(
    (item) =>
      item.evidence.kind === kind &&
      otherId !== undefined &&
      otherId !== userId &&
      concerns(item.evidence, otherId),
  );
  if (!found) throw notFound("Evidence");
  return traderRows(found.rows, found.evidence, userId);
}
