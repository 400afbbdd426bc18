import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import { listLiveProcedure } from "../../record/live/live.router.ts";
import { changedReviews } from "../../record/verdicts/mail-and-enforce.ts";
import { decideReview } from "./decide-review.ts";
import {
  decideReviewInput,
  listReviewsInput,
  queuedReview,
  review,
  reviewIdInput,
  reviewPage,
  reviewPageInput,
} from "./review.schema.ts";
import { getQueuedReview, haveReviewsChanged, queuedReviews, reviews } from "./reviews.queries.ts";

const { administratorCall } = callsAbout("Records");

/** Breaches and passes that a person confirms or dismisses. */
export const adminReviewsRouter = t.router({
  list: administratorCall("reviews.read", {
    rest: "GET /admin/reviews",
    summary: "List the reviews of breaches and passes, newest first",
    description: "A review asks an administrator to confirm or dismiss what the verdict found.",
    scope: "records:read",
  })
    .input(listReviewsInput.optional())
    .output(z.array(review))
    .query(({ ctx, input }) => respondWithPage(ctx, reviews, input ?? {})),

  /** For the web client: open reviews, oldest first, or decided ones, newest first. */
  page: administratorCall("reviews.read", { scope: "records:read", example: { status: "open" } })
    .input(reviewPageInput)
    .output(reviewPage)
    .query(({ ctx, input }) => {
      const order = input.status === "open" ? "asc" : "desc";
      return queuedReviews.readCursorPage(ctx.app, { ...input, order });
    }),

  /** For the web client. */
  get: administratorCall("reviews.read", { scope: "records:read" })
    .input(reviewIdInput)
    .output(queuedReview)
    .query(({ ctx, input }) => getQueuedReview(ctx.app, input.id)),

  /** A stream of the changes of all reviews and appeals. */
  live: listLiveProcedure("reviews.read", {
    topic: changedReviews,
    hasChangedWithin: haveReviewsChanged,
  }),

  decide: administratorCall("reviews.decide", {
    rest: "POST /admin/reviews/{id}",
    summary: "Confirm or dismiss a breach or a pass",
    description:
      "Confirming ends the stage; confirming a breach also sets the account to breached, and confirming a pass can start the next stage. Dismissing restores the former status. Returns 409 with the current review if it has already been decided or its verdict is no longer `expectedVerdict`, 409 with reason `appeal_open` and the `id` of the appeal while one against it is open, and 409 if the verdict no longer supports a confirmation.",
    errors: [409],
    event: "authz_admin",
    scope: "records:write",
    isLong: true,
    example: { decision: "confirm", reason: "Checked against the platform's own history" },
  })
    .input(decideReviewInput)
    .output(review)
    .mutation(({ ctx, input }) => decideReview(ctx.app, ctx.actor, input)),
});
