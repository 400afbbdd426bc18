import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import {
  type Columns,
  computedJson,
  integer,
  json,
  jsonReader,
  jsonSelectList,
  object,
  type Row,
  selectRows,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import { notFound } from "../../../platform/errors.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import type { ListContext } from "../../../platform/lists/list-declaration.ts";
import { mapList } from "../../../platform/lists/list-declaration.ts";
import { sortBy } from "../../../platform/lists/sort-keys.ts";
import { MINUTE } from "../../../platform/time/durations.rule.ts";
import { payoutRowColumns, payoutTables } from "../../money/payouts/payouts.queries.ts";
import { readRecordJsonNear } from "../../trading/records/record-json.queries.ts";
import { findStage } from "../../trading/records/record-stages.queries.ts";
import type { CaseRecords } from "../cases/case.schema.ts";
import { reviewColumns, reviewTables } from "../reviews/reviews.queries.ts";
import { readAppealSettings } from "./appeal-settings.ts";
import { type AppealStatus, appealUntil } from "./appeal.rule.ts";
import type { Appeal, PayoutAppeal, TraderReview } from "./appeal.schema.ts";

const ownColumns = {
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
function oneRow<Of extends Columns>(columns: Of, rest: string) {
  return computedJson<Row<Of> | null>(
    `select row_to_json(found) from (select ${jsonSelectList(columns)} ${rest}) as found`,
    jsonReader(columns),
  );
}

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

/** All appeals: open ones, oldest first, then decided ones, newest first. */
export const appeals = defineList({
  name: "appeals",
  from: "appeals join users on users.id = appeals.user_id",
  columns: {
    ...ownColumns,
    decidedBy: text("appeals.decided_by"),
    trader: object({
      id: integer("users.id"),
      fullName: text("users.full_name"),
      email: text("users.email"),
    }),
    review: oneRow(
      reviewColumns,
      `from ${reviewTables} where appeals.subject_kind = 'review' and reviews.id = appeals.subject_id`,
    ),
    payout: oneRow(
      rejectedPayout,
      `from ${payoutTables} where appeals.subject_kind = 'payout' and payout_requests.id = appeals.subject_id`,
    ),
  },
  sorts: { place: sortBy("appeals.place", "appeals.id") },
  defaultOrder: { sort: "place", order: "asc" },
  filters: { status: (status: AppealStatus) => statusConditions[status] },
  // A verdict may hold 20 kB.
  batchSize: 200,
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

const ofReview = {
  id: integer("reviews.id"),
  stageId: integer("reviews.stage_id"),
  kind: text("reviews.kind"),
  openedAt: timestamp("reviews.created_at"),
  verdict: json("reviews.verdict"),
  decision: text("reviews.decision"),
  reason: text("reviews.reason"),
  decidedAt: timestamp("reviews.decided_at"),
  appeal: oneRow(
    ownColumns,
    "from appeals where appeals.subject_kind = 'review' and appeals.subject_id = reviews.id",
  ),
};

type ReviewRow = Row<typeof ofReview>;

const storedReviews = defineList({
  name: "reviews of a trader",
  from: reviewTables,
  columns: ofReview,
  filters: { userId: "trading_accounts.user_id" },
  batchSize: 200,
});

function statusOf({ decision, appeal }: ReviewRow): TraderReview["status"] {
  if (decision === null) return "open";
  if (decision === "dismiss") return "dismissed";
  return appeal?.decision === "grant" ? "granted" : "confirmed";
}

function presentReview(row: ReviewRow, days: number): TraderReview {
  const status = statusOf(row);
  const isConfirmedBreach = row.kind === "breach" && row.decision === "confirm";
  return {
    ...row,
    status,
    records: null,
    appealUntil: appealUntil({
      subject: "review",
      decidedAt: isConfirmedBreach ? row.decidedAt : null,
      hasAppeal: row.appeal !== null,
      days,
    }),
  };
}

/** Returns the list of a trader's reviews, newest first. */
export async function traderReviews(context: Pick<ListContext, "database">) {
  const { days } = await readAppealSettings(context);
  return mapList(storedReviews, (row) => presentReview(row, days));
}

/** How far from a breach the records are shown with it. */
const REACH = 15 * MINUTE;
const MOST_RECORDS = 200;

/** Reads a review of a trader with the records around a breach. @throws RefusalError if it does not exist */
export async function getTraderReview(
  context: { database: { kysely: Kysely<Tables> } },
  traderId: number,
  id: number,
): Promise<TraderReview> {
  const { kysely } = context.database;
  const [row] = await selectRows(
    kysely,
    ofReview,
    sql`from ${sql.raw(reviewTables)} where reviews.id = ${id} and trading_accounts.user_id = ${traderId}`,
  );
  if (!row) throw notFound("Review");
  const { days } = await readAppealSettings(context);
  const review = presentReview(row, days);
  const { endedAt } = row.verdict;
  if (row.kind !== "breach" || endedAt === null) return review;
  const stage = (await findStage(kysely, traderId, row.stageId))!;
  const near = { at: Date.parse(endedAt), reach: REACH, limit: MOST_RECORDS };
  const records = JSON.parse(await readRecordJsonNear(kysely, stage, near)) as CaseRecords;
  return { ...review, records };
}

/** Who decided, by an event of the audit log; `null` if it was no administrator. */
export const decider = sql<
  number | null
>`case when actor_kind = 'administrator' then actor_id end`.as("administratorId");

interface Rejection {
  /** `null` if the request is not rejected. */
  decidedAt: Date | null;
  reason: string | null;
  by: string | null;
  administratorId: number | null;
}

/** Reads when and by which person or tool a trader's request was rejected. @throws RefusalError if it does not exist */
export async function findRejection(
  kysely: Kysely<Tables>,
  traderId: number,
  id: number,
): Promise<Rejection> {
  const payout = await kysely
    .selectFrom("payout_requests")
    .select(["status", "admin_notes as reason"])
    .where("id", "=", id)
    .where("user_id", "=", traderId)
    .executeTakeFirst();
  if (!payout) throw notFound("Payout request");
  const { status, reason } = payout;
  const rejected =
    status === "rejected" &&
    (await kysely
      .selectFrom("audit_events")
      .select(["at", "actor_name as by", decider])
      .where("payout_id", "=", id)
      .where("action", "in", ["payout.rejected", "payout.reversed"])
      .where(sql<boolean>`changes -> 'status' ->> 'to' = 'rejected'`)
      .orderBy("id", "desc")
      .executeTakeFirst());
  if (!rejected) return { decidedAt: null, reason, by: null, administratorId: null };
  const { at, by, administratorId } = rejected;
  return { decidedAt: new Date(at), reason, by, administratorId };
}

/** Reads a trader's appeal against the rejection of a request, or until when it can be made. */
export async function getPayoutAppeal(
  context: { database: { kysely: Kysely<Tables> } },
  traderId: number,
  id: number,
): Promise<PayoutAppeal> {
  const { kysely } = context.database;
  const { decidedAt } = await findRejection(kysely, traderId, id);
  const [appeal = null] = await selectRows(
    kysely,
    ownColumns,
    sql`from appeals where appeals.subject_kind = 'payout' and appeals.subject_id = ${id}`,
  );
  const { days } = await readAppealSettings(context);
  const hasAppeal = appeal !== null;
  return { appeal, appealUntil: appealUntil({ subject: "payout", decidedAt, hasAppeal, days }) };
}
