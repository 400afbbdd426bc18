import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import {
  computedJson,
  decimal,
  integer,
  json,
  object,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import { notFound } from "../../../platform/errors.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import { type ListContext, mapList } from "../../../platform/lists/list-declaration.ts";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import { hashJudgement } from "../../record/verdicts/judgement-hash.ts";
import { readVerdicts } from "../../record/verdicts/read-verdict.ts";
import { stageProgrammeColumn, stageWaiversColumn } from "../../record/stages/stages.queries.ts";
import type { QueuedReview, Review } from "./review.schema.ts";
import { byAccount, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

export const reviewColumns = {
  id: integer("reviews.id"),
  userId: integer("trading_accounts.user_id"),
  stageId: integer("reviews.stage_id"),
  kind: text("reviews.kind"),
  verdict: json("reviews.verdict"),
  /** Of an open review, it is judged anew when the review is read. */
  current: computedJson<Review["current"]>("null::jsonb"),
  createdAt: timestamp("reviews.created_at"),
  decision: text("reviews.decision"),
  reason: text("reviews.reason"),
  decidedAt: timestamp("reviews.decided_at"),
  decidedBy: text("reviews.decided_by"),
};

/** The tables of `reviewColumns`. */
export const reviewTables =
  "reviews join trading_accounts on trading_accounts.id = reviews.account_id";

type Status = "open" | "decided";

const ofStatus = (status: Status) =>
  status === "open"
    ? sql<boolean>`reviews.decision is null`
    : sql<boolean>`reviews.decision is not null`;

/** All reviews, newest first, as they are stored. */
const storedReviews = defineList({
  name: "reviews",
  from: reviewTables,
  columns: reviewColumns,
  filters: { status: ofStatus, userId: "trading_accounts.user_id" },
  // A verdict may hold 20 kB.
  batchSize: 200,
});

/** The same with their traders and stages. */
const storedQueue = defineList({
  name: "review queue",
  from: `${reviewTables} join users on users.id = trading_accounts.user_id
    join stages on stages.account_id = reviews.account_id and stages.id = reviews.stage_id`,
  columns: {
    ...reviewColumns,
    trader: object({ fullName: text("users.full_name"), email: text("users.email") }),
    stage: object({
      phase: text("stages.phase"),
      currency: text("stages.currency"),
      initialBalance: decimal("stages.initial_balance", 2),
      programme: stageProgrammeColumn,
      endedAt: timestamp("stages.ended_at"),
      waivers: stageWaiversColumn,
    }),
  },
  filters: { status: ofStatus },
});

/** All reviews, newest first, open ones with their verdicts as of now. */
export const reviews = mapList(storedReviews, judgeOpen);

/** The same with their traders and stages. */
export const queuedReviews = mapList(storedQueue, judgeOpen);

type ReadContext = Pick<ListContext, "clock" | "database">;

/** Judges the stages of open reviews, with a few statements for all of them. */
async function judgeOpen<Row extends Review>(
  rows: Row[],
  { clock, database }: ReadContext,
): Promise<Row[]> {
  const stageIds = rows.flatMap(({ decision, stageId }) => (decision === null ? [stageId] : []));
  const verdicts = await readVerdicts({ clock, database }, stageIds);
  return rows.map((row) => {
    const verdict = row.decision === null ? verdicts.get(row.stageId) : undefined;
    return verdict ? { ...row, current: { sha256: hashJudgement(verdict), verdict } } : row;
  });
}

/** @throws RefusalError if the review does not exist */
export async function getQueuedReview(context: ReadContext, id: number): Promise<QueuedReview> {
  const review = await storedQueue.find(context, id);
  if (!review) throw notFound("Review");
  return (await judgeOpen([review], context))[0]!;
}

/** @throws RefusalError if the review does not exist */
export async function getReview(context: ReadContext, id: number): Promise<Review> {
  return (await judgeOpen([await getStoredReview(context, id)], context))[0]!;
}

/** Reads a review without its verdict as of now. @throws RefusalError if the review does not exist */
export async function getStoredReview(
  context: Pick<ListContext, "database">,
  id: number,
): Promise<Review> {
  const review = await storedReviews.find(context, id);
  if (!review) throw notFound("Review");
  return review;
}

/**
 * Returns whether a review or an appeal may have changed within so many seconds. Only the newest thousand of each are
 * asked, because no index has these times.
 */
export async function haveReviewsChanged(
  { clock, database: { kysely } }: Pick<Context, "clock" | "database">,
  seconds: number,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - seconds * SECOND).toISOString();
  const newest = (table: RawBuilder<unknown>) => sql`
    (select greatest(created_at, decided_at) as changed_at from ${table} order by id desc limit 1000)`;
  const { rows } = await sql`
    select from (${newest(sql`reviews`)} union all ${newest(sql`appeals`)}) as newest
    where changed_at > ${since} limit 1`.execute(kysely);
  return rows.length > 0;
}

export const reviewsPart: OwnDataPart = {
  name: "reviews",
  about: "Reviews of breaches and passes, with the decisions",
  table: "reviews",
  where: byAccount("reviews.account_id"),
  key: ["reviews.id"],
  columns: {
    id: integer("reviews.id"),
    stageId: integer("reviews.stage_id"),
    kind: text("reviews.kind"),
    createdAt: timestamp("reviews.created_at"),
    decision: text("reviews.decision"),
    reason: text("reviews.reason"),
    decidedAt: timestamp("reviews.decided_at"),
    verdict: json("reviews.verdict"),
  },
};
