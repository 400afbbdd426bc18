import { z } from "zod";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { cancelPayout, requestPayout } from "./request-payout.ts";
import { decidePayout } from "./decide-payout.ts";
import { releasePayout } from "./release-payout.ts";
import {
  adminPayout,
  decidePayoutInput,
  listOwnPayoutsInput,
  listPayoutsInput,
  payout,
  payoutIdInput,
  payoutIdsInput,
  payoutPage,
  payoutPageInput,
  payoutSettings,
  releasePayoutInput,
  requestPayoutInput,
  setPayoutSettingsInput,
} from "./payout.schema.ts";
import {
  adminPayoutWithTimeline,
  flagsOfPayouts,
  payoutDesk,
  payoutWithTimeline,
} from "./desk.schema.ts";
import { readDesk, readPayoutPage } from "./desk.queries.ts";
import { readFlags } from "./flags.queries.ts";
import { readPayoutSettings, setPayoutSettings } from "./payout-settings.ts";
import { ownPayouts } from "./payouts.queries.ts";
import { readReadiness } from "./readiness.queries.ts";
import { readiness, readinessInput } from "./readiness.schema.ts";
import { listPayouts, viewOwnPayout, viewPayoutWithTimeline } from "./view-payouts.ts";

const { ownCall, traderCall } = callsAbout("Trader");
const { administratorCall } = callsAbout("Administration");

const aboutReadiness =
  "For information: requests are accepted whenever payouts are enabled, unless the terms refuse what exceeds `withdrawable`.";

/** The trader's own payout requests. */
export const traderPayoutsRouter = t.router({
  list: ownCall(ownPayouts, {
    rest: "GET /user/payouts",
    summary: "List your payout requests, newest first",
    description: "Returns at most 1,000; the `Link` header leads to older requests.",
  })
    .input(listOwnPayoutsInput.optional())
    .output(z.array(payout))
    .query(({ ctx }) => {
      const { payouts, hasOlder } = ctx.own;
      const oldest = payouts.at(-1);
      if (hasOlder && oldest) {
        ctx.setHeader("Link", `</api/user/payouts?before=${oldest.id}>; rel="next"`);
      }
      return payouts;
    }),

  request: traderCall({
    rest: "POST /user/payouts",
    summary: "Request a payout",
    description:
      "Returns 403 unless payouts are enabled for the account, and 400 for an amount that, with those pending, exceeds what can be withdrawn under terms that refuse it.",
    successStatus: 201,
    example: {
      amount: "1250.00",
      paymentMethod: "paypal",
      paymentDetails: "olivia.bennett@example.com",
    },
  })
    .input(requestPayoutInput)
    .output(payout)
    .mutation(({ ctx, input }) => requestPayout(ctx.app, ctx.actor, input)),

  readiness: traderCall({
    rest: "GET /user/payouts/readiness",
    summary: "Get what your account is ready to pay out",
    description: aboutReadiness,
  })
    .output(readiness)
    .query(({ ctx }) => readReadiness(ctx.app, ctx.actor.trader.id)),

  get: traderCall({
    rest: "GET /user/payouts/{id}",
    summary: "Get one of your payout requests with its timeline",
    description: "The timeline shows when it was requested, decided and paid.",
  })
    .input(payoutIdInput)
    .output(payoutWithTimeline)
    .query(({ ctx, input }) => viewOwnPayout(ctx.app, ctx.actor.trader.id, input.id)),

  cancel: traderCall({
    rest: "DELETE /user/payouts/{id}",
    summary: "Cancel one of your pending payout requests",
    description:
      "Returns 409 with the current request if it is no longer pending. A cancelled request is decided no more and stays in the list.",
    errors: [409],
  })
    .input(payoutIdInput)
    .output(payout)
    .mutation(({ ctx, input }) => cancelPayout(ctx.app, ctx.actor, input.id)),
});

/** All payout requests. */
export const adminPayoutsRouter = t.router({
  list: administratorCall("payouts.read", {
    rest: "GET /admin/payouts",
    scope: "payouts:read",
    summary: "List payout requests, newest first",
    description: "Pages work as in the list of traders. `search` matches the trader or the id.",
    event: "sensitive_read",
  })
    .input(listPayoutsInput.optional())
    .output(z.array(adminPayout))
    .query(async ({ ctx, input }) => {
      const list = await listPayouts(ctx.app, ctx.actor);
      return respondWithPage(ctx, list, input ?? {});
    }),

  /** For the web client: pages by number, in any order. */
  page: administratorCall("payouts.read", { scope: "payouts:read" })
    .input(payoutPageInput)
    .output(payoutPage)
    .query(({ ctx, input }) => readPayoutPage(ctx.app, input)),

  readiness: administratorCall("payouts.read", {
    rest: "GET /admin/user/{userId}/payouts/readiness",
    scope: "records:read",
    summary: "Get what a trader's account is ready to pay out",
    description: aboutReadiness,
  })
    .input(readinessInput)
    .output(readiness)
    .query(({ ctx, input }) => readReadiness(ctx.app, input.userId)),

  get: administratorCall("payouts.read", {
    rest: "GET /admin/payouts/{id}",
    scope: "payouts:read",
    summary: "Get a payout request with its timeline",
    description:
      "The timeline shows when it was requested, decided and paid, with the names of the administrators.",
    event: "sensitive_read",
  })
    .input(payoutIdInput)
    .output(adminPayoutWithTimeline)
    .query(({ ctx, input }) => viewPayoutWithTimeline(ctx.app, ctx.actor, input.id)),

  desk: administratorCall("payouts.read", {
    rest: "GET /admin/payouts/{id}/desk",
    scope: "payouts:read",
    summary: "Get everything needed to decide a payout request",
    description:
      "Returns the flags, the account, the trader's other requests and the adjacent requests in the queue. Payment details are not included, so reading it is not recorded in the audit log.",
  })
    .input(payoutIdInput)
    .output(payoutDesk)
    .query(({ ctx, input }) => readDesk(ctx.app, input.id)),

  /** For the tables of the web client, which show a marker next to the amount. */
  flags: administratorCall("payouts.read", { scope: "payouts:read", example: { ids: [7] } })
    .input(payoutIdsInput)
    .output(flagsOfPayouts)
    .query(async ({ ctx, input }) => {
      const flags = await readFlags(ctx.app, input.ids);
      return Array.from(flags, ([id, ofPayout]) => ({ id, flags: ofPayout }));
    }),

  decide: administratorCall("payouts.decide", {
    rest: "PATCH /admin/payouts/{id}",
    scope: "payouts:decide",
    summary: "Approve or reject a payout request",
    description:
      "A rejection requires notes. Returns 409 with the current request if the decision has already been made, 409 with reason `appeal_open` and the `id` of the appeal while one against the request is open, 409 with reason `held` or `recovery` for the approval of a request that was made after a takeover, or while the trader's second factor is being removed, and 409 with the current request and `readiness` if `expectedReadiness` has changed. If the trader's approved and unpaid requests of that currency together with this one exceed the amount in the payout settings, an approval needs two administrators: after the first, the status stays as it was and `approvals` names the administrator.",
    errors: [403, 409],
    event: "authz_admin",
    example: { status: "rejected", adminNotes: "The bank details are missing" },
  })
    .input(decidePayoutInput)
    .output(adminPayout)
    .mutation(({ ctx, input }) => decidePayout(ctx.app, ctx.actor, input)),

  release: administratorCall("payouts.decide", {
    rest: "POST /admin/payouts/{id}/release",
    summary: "Release a payout request that was made after a takeover",
    description:
      "A trader has reported that another person had changed how they sign in, so requests that were made since are held: flag `made_after_takeover`. Returns 409 if the request is not held.",
    errors: [409],
    event: "authz_admin",
    example: { reason: "Called the trader: the request is their own" },
  })
    .input(releasePayoutInput)
    .output(adminPayout)
    .mutation(({ ctx, input }) => releasePayout(ctx.app, ctx.actor, input)),
});

/** How payout requests are decided. */
export const payoutSettingsRouter = t.router({
  get: administratorCall("payouts.read", {
    rest: "GET /admin/settings/payouts",
    scope: "payouts:read",
    summary: "Get the payout settings",
    description: "These settings apply to every decision on a payout.",
  })
    .output(payoutSettings)
    .query(({ ctx }) => readPayoutSettings(ctx.app)),

  set: administratorCall("payouts.settings", {
    rest: "PATCH /admin/settings/payouts",
    errors: [409],
    summary: "Set the amount above which an approval needs two administrators",
    description: "`null`, which is the default, lets one administrator approve every amount.",
    event: "authz_admin",
    example: { secondApprovalAbove: "25000.00" },
  })
    .input(setPayoutSettingsInput)
    .output(payoutSettings)
    .mutation(({ ctx, input }) => setPayoutSettings(ctx.app, ctx.actor, input)),
});
