import { type Kysely, sql } from "kysely";
import {
  integer,
  json,
  type Row,
  selectRows,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { findLatestDecision } from "../../../identity/decisions/decisions.ts";
import { notFound } from "../../../platform/errors.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import { type ListContext, mapList } from "../../../platform/lists/list-declaration.ts";
import { MINUTE } from "../../../platform/time/durations.rule.ts";
import { readRecordJsonNear } from "../../record/records/record-json.queries.ts";
import { findStage } from "../../record/records/record-stages.queries.ts";
import type { CaseRecords } from "../../record/cases/case.schema.ts";
import { reviewTables } from "../reviews/reviews.queries.ts";
import { appealUntil } from "./appeal.rule.ts";
import type { PayoutAppeal, TraderReview } from "./appeal.schema.ts";
import { readAppealSettings } from "./appeal-settings.ts";
import { oneRow, ownColumns } from "./appeals.queries.ts";

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

/** Returns the list of a trader's reviews, newest first. */
export async function traderReviews(context: Pick<ListContext, "database">) {
  const { days } = await readAppealSettings(context);
  return mapList(storedReviews, (rows) => rows.map((row) => presentReview(row, days)));
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

function statusOf({ decision, appeal }: ReviewRow): TraderReview["status"] {
  if (decision === null) return "open";
  if (decision === "dismiss") return "dismissed";
  return appeal?.decision === "grant" ? "granted" : "confirmed";
}

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
  const latest = status === "rejected" && (await findLatestDecision(kysely, "payout", id));
  if (!latest || latest.step !== "reject") {
    return { decidedAt: null, reason, by: null, administratorId: null };
  }
  const { at: decidedAt, name: by, administratorId } = latest;
  return { decidedAt, reason, by, administratorId };
}
