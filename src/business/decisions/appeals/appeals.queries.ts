import { sql } from "kysely";
import {
  boolean,
  type Columns,
  computedJson,
  decimal,
  integer,
  jsonReader,
  jsonSelectList,
  object,
  type Row,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import { notFound } from "../../../platform/errors.ts";
import { defineCountedList, defineList } from "../../../platform/lists/define-list.ts";
import type { ListContext } from "../../../platform/lists/list-declaration.ts";
import { sortBy } from "../../../platform/lists/sort-keys.ts";
import { payoutRowColumns, payoutTables } from "../../money/payouts/payouts.queries.ts";
import { clearedAtColumn } from "../../links/cases/cleared-at.ts";
import { findingColumns, findingTables } from "../../record/conduct/findings.queries.ts";
import { reviewColumns, reviewTables } from "../reviews/reviews.queries.ts";
import { matchesTrader } from "../../traders/search.queries.ts";
import { serveTable } from "../../office/tables/serve-table.ts";
import type { AppealSubject } from "./appeal.rule.ts";
import { type Appeal, listedAppeal } from "./appeal.schema.ts";
import { appealTable } from "./appeal.table.ts";
import { byTrader, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

/** Found through the index of places; decided appeals have places above all ids. */
export const isUndecided = sql<boolean>`appeals.place <= 2147483647`;

/** An appeal as its trader sees it. */
export const ownColumns = {
  id: integer("appeals.id"),
  subject: object({
    kind: text("appeals.subject_kind"),
    id: integer("appeals.subject_id"),
  }),
  text: text("appeals.text"),
  createdAt: timestamp("appeals.created_at"),
  decision: text("appeals.decision"),
  reason: text("appeals.reason"),
  decidedAt: timestamp("appeals.decided_at"),
};

/** Selects one row as JSON; `null` if there is none. @param rest the statement from its `from` clause on */
export function oneRow<Of extends Columns>(columns: Of, rest: string) {
  return computedJson<Row<Of> | null>(
    `select row_to_json(found) from (select ${jsonSelectList(columns)} ${rest}) as found`,
    jsonReader(columns),
  );
}

/** The case that an appeal is about, or the one that it was merged into. */
const appealedCase = `(with recursive placed as (
    select id, merged_into from link_cases where id = appeals.subject_id
    union all
    select next.id, next.merged_into
    from placed join link_cases as next on next.id = placed.merged_into
  ) select id from placed where merged_into is null)`;

/** The link as it was confirmed, and what has become of it. Names no other trader of the case. */
const confirmedLink = {
  id: integer("link_cases.id"),
  decidedAt: timestamp("appeals.appealed_at"),
  decidedBy: text("appeals.appealed_by"),
  reason: text("appeals.appealed_reason"),
  status: text("link_cases.status"),
  withhold: boolean("link_cases.withhold"),
  clearedAt: clearedAtColumn("appeals.user_id"),
};

/** The request as it was rejected, whatever has become of it. */
const rejectedPayout = {
  ...payoutRowColumns,
  status: { kind: "text", sql: "'rejected'", value: "rejected" as const },
  adminNotes: text("appeals.appealed_reason"),
  decidedAt: timestamp("appeals.appealed_at"),
  decidedBy: text("appeals.appealed_by"),
} as const;

const statusConditions = {
  open: sql<boolean>`appeals.decision is null`,
  granted: sql<boolean>`appeals.decision = 'grant'`,
  denied: sql<boolean>`appeals.decision = 'deny'`,
};

type AppealStatus = keyof typeof statusConditions;

const appealTables = "appeals join users on users.id = appeals.user_id";

const listedColumns = {
  ...ownColumns,
  decidedBy: text("appeals.decided_by"),
  trader: object({
    id: integer("users.id"),
    fullName: text("users.full_name"),
    email: text("users.email"),
  }),
};

/** Open appeals, oldest first, then decided ones, newest first. */
const inPlace = {
  sorts: { place: sortBy("appeals.place", "appeals.id") },
  defaultOrder: { sort: "place", order: "asc" },
} as const;

/** All appeals with what they are against. */
export const appeals = defineList({
  ...inPlace,
  name: "appeals",
  from: appealTables,
  columns: {
    ...listedColumns,
    review: oneRow(
      reviewColumns,
      `from ${reviewTables} where appeals.subject_kind = 'review' and reviews.id = appeals.subject_id`,
    ),
    payout: oneRow(
      rejectedPayout,
      `from ${payoutTables} where appeals.subject_kind = 'payout' and payout_requests.id = appeals.subject_id`,
    ),
    finding: oneRow(
      findingColumns,
      `from ${findingTables} where appeals.subject_kind = 'finding' and conduct_findings.id = appeals.subject_id`,
    ),
    link: oneRow(
      confirmedLink,
      `from link_cases left join link_members
          on link_members.case_id = link_cases.id and link_members.user_id = appeals.user_id
        where appeals.subject_kind = 'link' and link_cases.id = ${appealedCase}`,
    ),
  },
  filters: { status: (status: AppealStatus) => statusConditions[status] },
  // A verdict may hold 20 kB.
  batchSize: 200,
});

/** The same without the reviews, in numbered pages. */
const listedAppeals = defineCountedList({
  ...inPlace,
  name: "listed appeals",
  from: `${appealTables} left join payout_requests
    on appeals.subject_kind = 'payout' and payout_requests.id = appeals.subject_id`,
  columns: {
    ...listedColumns,
    amount: decimal("payout_requests.amount", 2),
    currency: text("payout_requests.currency"),
    appealedBy: text("appeals.appealed_by"),
  },
  filters: {
    status: (status: AppealStatus) => statusConditions[status],
    subject: (subject: AppealSubject) => sql<boolean>`appeals.subject_kind = ${subject}`,
  },
  search: (words, access) => [matchesTrader(words, access)],
});

export const servedAppeals = serveTable(appealTable, {
  row: listedAppeal,
  list: listedAppeals,
  exports: {
    tag: "Records",
    summary: (format) => `Export the appeals of all traders as ${format}`,
    searches: "Matches part of the trader's name, email or login",
    example: "ID,Name,Against,Decision\r\n9,Olivia Bennett,review,grant\r\n",
  },
});

/** @throws RefusalError if the appeal does not exist */
export async function getAppeal(
  context: Pick<ListContext, "database">,
  id: number,
): Promise<Appeal> {
  const appeal = await appeals.find(context, id);
  if (!appeal) throw notFound("Appeal");
  return appeal;
}

export const appealsPart: OwnDataPart = {
  name: "appeals",
  about:
    "Appeals against confirmed breaches, rejected payout requests, findings and links, with the answers",
  table: "appeals",
  where: byTrader("appeals.user_id"),
  key: ["appeals.id"],
  columns: {
    id: integer("appeals.id"),
    subjectKind: text("appeals.subject_kind"),
    subjectId: integer("appeals.subject_id"),
    text: text("appeals.text"),
    createdAt: timestamp("appeals.created_at"),
    appealedAt: timestamp("appeals.appealed_at"),
    appealedReason: text("appeals.appealed_reason"),
    decision: text("appeals.decision"),
    reason: text("appeals.reason"),
    decidedAt: timestamp("appeals.decided_at"),
  },
};

export const attachmentsPart: OwnDataPart = {
  name: "appeal-attachments",
  about: "Files that were attached to appeals",
  table: "appeal_attachments",
  joins: "join appeals on appeals.id = appeal_attachments.appeal_id",
  where: byTrader("appeals.user_id"),
  key: ["appeal_attachments.id"],
  columns: {
    id: integer("appeal_attachments.id"),
    appealId: integer("appeal_attachments.appeal_id"),
    name: text("appeal_attachments.name"),
    size: integer("appeal_attachments.size"),
    createdAt: timestamp("appeal_attachments.created_at"),
  },
  file: {
    id: "appeal_attachments.id",
    key: "appeal_attachments.file_key",
    name: "appeal_attachments.name",
    extension: "",
  },
};
