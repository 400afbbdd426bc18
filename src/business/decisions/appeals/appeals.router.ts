import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import { pageOfTable } from "../../office/tables/table.router.ts";
import { readAppealSettings, setAppealSettings } from "./appeal-settings.ts";
import {
  adminAppeal,
  appeal,
  appealAttachment,
  appealIdInput,
  appealInput,
  appealSettings,
  decideAppealInput,
  listAppealsInput,
  listTraderReviewsInput,
  ownAppeal,
  payoutAppeal,
  setAppealSettingsInput,
  traderReview,
} from "./appeal.schema.ts";
import { getPayoutAppeal, getTraderReview, traderReviews } from "./appeal-subjects.queries.ts";
import { appeals, servedAppeals } from "./appeals.queries.ts";
import { listAttachments } from "./attachments.ts";
import { decideAppeal } from "./decide-appeal.ts";
import { makeAppeal } from "./make-appeal.ts";
import { viewAppeal } from "./view-appeal.ts";

const { traderCall } = callsAbout("Trader");
const { administratorCall: recordCall } = callsAbout("Records");
const { administratorCall: settingsCall } = callsAbout("Administration");

const appealExample = {
  text: "The snapshot of 10:00 shows a price that no other broker had.",
};

const aboutAppeals =
  "Possible once, with 20 to 5,000 characters, within the days that the firm has set.";

/** The reviews of the trader's own account, and appeals against them. */
export const traderReviewsRouter = t.router({
  list: traderCall({
    rest: "GET /user/reviews",
    summary: "List the reviews of your account, newest first",
    description:
      "A review is about a breach or a pass, which a person at the firm confirms or dismisses.",
  })
    .input(listTraderReviewsInput.optional())
    .output(z.array(traderReview))
    .query(async ({ ctx, input = {} }) =>
      respondWithPage(ctx, await traderReviews(ctx.app), {
        ...input,
        userId: ctx.actor.trader.id,
      }),
    ),

  get: traderCall({
    rest: "GET /user/reviews/{id}",
    summary: "Get a review of your account",
    description: "That of a breach contains the records around it.",
  })
    .input(appealIdInput)
    .output(traderReview)
    .query(({ ctx, input }) => getTraderReview(ctx.app, ctx.actor.trader.id, input.id)),

  appeal: traderCall({
    rest: "POST /user/reviews/{id}/appeal",
    summary: "Appeal against a confirmed breach",
    description: aboutAppeals,
    errors: [409],
    successStatus: 201,
    example: appealExample,
  })
    .input(appealInput)
    .output(ownAppeal)
    .mutation(({ ctx, input }) => makeAppeal(ctx.app, ctx.actor, "review", input)),
});

/** Appeals against rejections of the trader's own payout requests. */
export const traderPayoutAppealRouter = t.router({
  appeal: traderCall({
    rest: "POST /user/payouts/{id}/appeal",
    summary: "Appeal against the rejection of a payout request",
    description: aboutAppeals,
    errors: [409],
    successStatus: 201,
    example: appealExample,
  })
    .input(appealInput)
    .output(ownAppeal)
    .mutation(({ ctx, input }) => makeAppeal(ctx.app, ctx.actor, "payout", input)),

  getAppeal: traderCall({
    rest: "GET /user/payouts/{id}/appeal",
    summary: "Get your appeal against the rejection of a payout request",
    description: "If there is none yet, it says until when one can be made.",
  })
    .input(appealIdInput)
    .output(payoutAppeal)
    .query(({ ctx, input }) => getPayoutAppeal(ctx.app, ctx.actor.trader.id, input.id)),
});

/** Appeals against findings about the trader's own account. */
export const traderFindingAppealRouter = t.router({
  appeal: traderCall({
    rest: "POST /user/conduct/{id}/appeal",
    summary: "Appeal against a finding",
    description: `Against a deduction or a strike that stands and has not ended the evaluation. ${aboutAppeals}`,
    errors: [409],
    successStatus: 201,
    example: appealExample,
  })
    .input(appealInput)
    .output(ownAppeal)
    .mutation(({ ctx, input }) => makeAppeal(ctx.app, ctx.actor, "finding", input)),
});

/** Appeals against links of the trader's own account to others. */
export const traderLinkAppealRouter = t.router({
  appeal: traderCall({
    rest: "POST /user/links/{id}/appeal",
    summary: "Appeal against a confirmed link to other accounts",
    description: `Each trader of the link can appeal for themselves. ${aboutAppeals}`,
    errors: [409],
    successStatus: 201,
    example: appealExample,
  })
    .input(appealInput)
    .output(ownAppeal)
    .mutation(({ ctx, input }) => makeAppeal(ctx.app, ctx.actor, "link", input)),
});

/** The trader's own appeals, whatever they are against. */
export const traderAppealsRouter = t.router({
  attachments: traderCall({
    rest: "GET /user/appeals/{id}/attachments",
    summary: "List the files that you have attached to an appeal",
    description: "At most three, in the order in which they were attached.",
  })
    .input(appealIdInput)
    .output(z.array(appealAttachment))
    .query(({ ctx, input }) => listAttachments(ctx.app, input.id, ctx.actor.trader.id)),
});

/** The appeals of all traders. */
export const adminAppealsRouter = t.router({
  list: recordCall("reviews.read", {
    rest: "GET /admin/appeals",
    summary: "List appeals: open ones, oldest first, then decided ones, newest first",
    description:
      "Each contains the review, the payout request or the link as it was decided, or the finding.",
    scope: "records:read",
  })
    .input(listAppealsInput.optional())
    .output(z.array(appeal))
    .query(({ ctx, input }) => respondWithPage(ctx, appeals, input ?? {})),

  page: pageOfTable(servedAppeals),

  get: recordCall("reviews.read", {
    rest: "GET /admin/appeals/{id}",
    summary: "Get an appeal",
    description:
      "Contains the review, the payout request or the link as it was decided, or the finding.",
    scope: "records:read",
  })
    .input(appealIdInput)
    .output(adminAppeal)
    .query(({ ctx, input }) => viewAppeal(ctx.app, ctx.actor, input.id)),

  attachments: recordCall("reviews.read", {
    rest: "GET /admin/appeals/{id}/attachments",
    summary: "List the files that are attached to an appeal",
    description: "At most three, in the order in which they were attached.",
    scope: "records:read",
  })
    .input(appealIdInput)
    .output(z.array(appealAttachment))
    .query(({ ctx, input }) => listAttachments(ctx.app, input.id)),

  decide: recordCall("appeals.decide", {
    rest: "POST /admin/appeals/{id}",
    summary: "Grant or deny an appeal",
    description:
      "Granting one against a breach opens the stage again and restores the former status; returns 409 if a later stage has started. Granting one against a rejection makes the request pending again, and approves nothing. Granting one against a finding waives it. Granting one against a link clears the trader: their flags end, they leave the person that the case has made, and the case is dismissed if fewer than two traders are left. Returns 409 with the current appeal if it has already been decided, and 403 for the administrator who took the latest decision on its subject, or who created the API token that did, if another one can decide.",
    errors: [403, 409],
    event: "authz_admin",
    isLong: true,
    example: { decision: "grant", reason: "The platform has confirmed the wrong price" },
  })
    .input(decideAppealInput)
    .output(appeal)
    .mutation(({ ctx, input }) => decideAppeal(ctx.app, ctx.actor, input)),
});

/** How long decisions can be appealed against. */
export const appealSettingsRouter = t.router({
  get: settingsCall("settings.read", {
    rest: "GET /admin/settings/appeals",
    summary: "Get how long decisions can be appealed against",
    description: "14 days unless the firm sets another number.",
  })
    .output(appealSettings)
    .query(({ ctx }) => readAppealSettings(ctx.app)),

  set: settingsCall("settings.write", {
    rest: "PATCH /admin/settings/appeals",
    errors: [409],
    summary: "Set how long decisions can be appealed against",
    description: "Also applies to decisions that were already taken.",
    event: "authz_admin",
    example: { days: 30 },
  })
    .input(setAppealSettingsInput)
    .output(appealSettings)
    .mutation(({ ctx, input }) => setAppealSettings(ctx.app, ctx.actor, input)),
});
