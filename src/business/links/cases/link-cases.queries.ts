import { type Kysely, sql } from "kysely";
import {
  boolean,
  computedJson,
  integer,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import { mapList } from "../../../platform/lists/list-declaration.ts";
import type { LinkEvidence, LinkRow } from "../evidence/evidence.schema.ts";
import type { SharedFact } from "../facts/fact.rule.ts";
import { hashEvidence, orderEvidence, orderFacts } from "./evidence-hash.ts";
import { caseKinds, type CaseKind } from "./link-case.rule.ts";
import type { linkRowsInput, LinkCaseView } from "./link-case.schema.ts";
import type { z } from "zod";

const columns = {
  id: integer("link_cases.id"),
  status: text("link_cases.status"),
  kinds: computedJson<CaseKind[]>(
    `select coalesce(json_agg(kind), '[]') from (
      select kind from link_evidence where case_id = link_cases.id
      union select kind from link_facts where case_id = link_cases.id) as found`,
  ),
  userIds: computedJson<number[]>(
    "select coalesce(json_agg(user_id order by user_id), '[]') from link_members where case_id = link_cases.id",
  ),
  openedAt: timestamp("link_cases.opened_at"),
  reopenedAt: timestamp("link_cases.reopened_at"),
  decidedAt: timestamp("link_cases.decided_at"),
  withhold: boolean("link_cases.withhold"),
  mergedInto: integer("link_cases.merged_into"),
};

const storedCases = defineList({
  name: "links",
  from: "link_cases",
  columns,
  filters: {
    status: "link_cases.status",
    userId: (userId: number) =>
      sql<boolean>`link_cases.id in (select case_id from link_members where user_id = ${userId})`,
  },
});

/** The cases, newest first. */
export const linkCases = mapList(storedCases, (rows) => rows.map(orderKinds));

const orderKinds = <Case extends { kinds: CaseKind[] }>(row: Case): Case => ({
  ...row,
  kinds: caseKinds.filter((kind) => row.kinds.includes(kind)),
});

type Own = { database: { kysely: Kysely<Tables> } };

/** Reads a case with its evidence and decisions. @throws RefusalError if it does not exist */
export async function getLinkCase(context: Own, id: number): Promise<LinkCaseView> {
  const { kysely } = context.database;
  const listed = await storedCases.find(context, id);
  if (!listed) throw notFound("Case");
  const { openedBy, reason } = await kysely
    .selectFrom("link_cases")
    .select(["opened_by as openedBy", "reason"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { evidence, facts } = await readCaseEvidence(kysely, id);
  return {
    ...orderKinds(listed),
    openedBy,
    reason,
    traders: await readTraders(kysely, id),
    evidence,
    facts,
    evidenceSha256: hashEvidence(evidence, facts),
    decisions: await readDecisions(kysely, id),
  };
}

/** Reads what a case shows, in the order in which it is hashed. */
export async function readCaseEvidence(
  kysely: Kysely<Tables>,
  id: number,
): Promise<{ evidence: LinkEvidence[]; facts: SharedFact[] }> {
  const evidence = await kysely
    .selectFrom("link_evidence")
    .select("evidence")
    .where("case_id", "=", id)
    .execute();
  const facts = await kysely
    .selectFrom("link_facts")
    .select("fact")
    .where("case_id", "=", id)
    .execute();
  return {
    evidence: orderEvidence(evidence.map((row) => row.evidence)),
    facts: orderFacts(facts.map((row) => row.fact)),
  };
}

async function readTraders(kysely: Kysely<Tables>, id: number): Promise<LinkCaseView["traders"]> {
  const rows = await kysely
    .selectFrom("link_members")
    .innerJoin("users", "users.id", "link_members.user_id")
    .innerJoin("trading_accounts", "trading_accounts.user_id", "users.id")
    .select(["users.id as userId", "full_name as fullName", "email", "login"])
    .select("link_members.cleared_at as clearedAt")
    .where("case_id", "=", id)
    .orderBy("users.id")
    .execute();
  return rows.map((row) => ({ ...row, clearedAt: dateOf(row.clearedAt) }));
}

const dateOf = (time: string | null) => (time === null ? null : new Date(time));

async function readDecisions(
  kysely: Kysely<Tables>,
  id: number,
): Promise<LinkCaseView["decisions"]> {
  const rows = await kysely
    .selectFrom("link_decisions")
    .select(["decision", "reason", "at", "by", "evidence_sha256 as evidenceSha256"])
    .where((is) =>
      is.or([
        is("case_id", "=", id),
        is("case_id", "in", is.selectFrom("link_cases").select("id").where("merged_into", "=", id)),
      ]),
    )
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** Reads the rows of the evidence about two traders of a case. @throws RefusalError if it has none */
export async function readCaseRows(
  { database: { kysely } }: Own,
  { id, kind, a, b }: z.output<typeof linkRowsInput>,
): Promise<LinkRow[]> {
  const found = await kysely
    .selectFrom("link_evidence")
    .select("rows")
    .where("case_id", "=", id)
    .where("kind", "=", kind)
    .where("low", "=", Math.min(a, b))
    .where("high", "=", Math.max(a, b))
    .executeTakeFirst();
  if (!found) throw notFound("Evidence");
  return found.rows;
}
