import { z } from "zod";
import { tradingAccount } from "../business/accounts/account.schema.ts";
import { ownAccount } from "../business/accounts/accounts.queries.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import { ownProcedure, sessionProcedure, traderProcedure } from "../identity/calls/procedures.ts";
import { rest } from "../identity/calls/rest-meta.ts";
import { t } from "../identity/calls/trpc.ts";
import { lastView } from "../platform/audit/audit-event.schema.ts";
import { findLastView } from "../platform/audit/audit-events.queries.ts";
import { certificate } from "../business/certificates/certificate.schema.ts";
import { listOwnCertificates } from "../business/certificates/certificates.queries.ts";
import { message } from "../platform/lib/message.schema.ts";
import { changePassword } from "../identity/passwords/change-password.ts";
import { changePasswordInput } from "../identity/passwords/password.schema.ts";
import {
  idempotencyKey,
  listOwnPayoutsInput,
  payout,
  payoutIdInput,
  requestPayoutInput,
} from "../business/payouts/payout.schema.ts";
import { getOwnPayout, listOwnPayouts } from "../business/payouts/payouts.queries.ts";
import { payoutWithTimeline } from "../business/payouts/timeline.schema.ts";
import { requestPayout } from "../business/payouts/request-payout.ts";
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from "../identity/sessions/own-sessions.ts";
import { activeSession, sessionIdInput } from "../identity/sessions/session.schema.ts";
import { currentTrader } from "../identity/users/current-trader.schema.ts";
import { updateProfileInput } from "../business/traders/trader.schema.ts";
import { updateProfile } from "../business/traders/update-profile.ts";

/** What a signed-in trader may do, always about himself. */
export const traderRouter = t.router({
  account: ownProcedure(ownAccount)
    .meta(
      rest("GET /user/account", {
        summary: "Own trading account",
        tag: "Trader",
        errors: [401, 403],
      }),
    )
    .output(tradingAccount)
    .query(({ ctx }) => ctx.own),

  lastView: traderProcedure
    .meta(
      rest("GET /user/account/last-view", {
        summary: "When an administrator last saw the own master password, and which",
        tag: "Trader",
        errors: [401, 403],
      }),
    )
    .output(lastView)
    .query(({ ctx }) => findLastView(ctx.app, ctx.actor.trader.id)),

  updateProfile: traderProcedure
    .meta(
      rest("PATCH /user/profile", {
        summary: "Change own email or address",
        tag: "Trader",
        errors: [400, 401, 403, 409],
      }),
    )
    .input(updateProfileInput)
    .output(currentTrader)
    .mutation(({ ctx, input }) => updateProfile(ctx.app, ctx.actor, input)),

  changePassword: traderProcedure
    .meta(
      rest("POST /user/change-password", {
        summary: "Change own password",
        description: "Ends the trader's other sessions.",
        tag: "Trader",
        errors: [400, 401, 403, 429],
      }),
    )
    .input(changePasswordInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx.app, ctx.actor, input);
      return { message: "Your password has been updated successfully." };
    }),

  payouts: t.router({
    list: sessionProcedure
      .meta(
        rest("GET /user/payouts", {
          summary: "Own payout requests, newest first",
          description: "A thousand at the most; the `Link` header leads to older ones.",
          tag: "Trader",
          errors: [400, 401, 403],
        }),
      )
      .input(listOwnPayoutsInput.optional())
      .output(z.array(payout))
      .query(async ({ ctx, input }) => {
        const { payouts, hasOlder } = await listOwnPayouts(ctx.session, input?.before);
        const oldest = payouts.at(-1);
        if (hasOlder && oldest) {
          ctx.setHeader("Link", `</api/user/payouts?before=${oldest.id}>; rel="next"`);
        }
        return payouts;
      }),

    request: sessionProcedure
      .meta(
        rest("POST /user/payouts", {
          summary: "Request a payout",
          description: "Only while payouts are enabled for the account.",
          tag: "Trader",
          errors: [400, 401, 403, 422],
          created: true,
          requestHeaders: z.object({ "Idempotency-Key": idempotencyKey }),
        }),
      )
      .input(requestPayoutInput)
      .output(payout)
      .mutation(({ ctx, input }) =>
        requestPayout(ctx.app, ctx.session, input, readIdempotencyKey(ctx)),
      ),

    get: traderProcedure
      .meta(
        rest("GET /user/payouts/{id}", {
          summary: "One own payout request, with its timeline",
          tag: "Trader",
          errors: [401, 403, 404],
        }),
      )
      .input(payoutIdInput)
      .output(payoutWithTimeline)
      .query(({ ctx, input }) => getOwnPayout(ctx.app, ctx.actor.trader.id, input.id)),
  }),

  sessions: t.router({
    list: traderProcedure
      .meta(
        rest("GET /user/sessions", {
          summary: "Where the trader is signed in: this session, then the others, last seen first",
          tag: "Session",
          errors: [401, 403],
        }),
      )
      .output(z.array(activeSession))
      .query(({ ctx }) => listOwnSessions(ctx.app, ctx.actor)),

    end: traderProcedure
      .meta(
        rest("DELETE /user/sessions/{id}", {
          summary: "Sign out one session",
          tag: "Session",
          errors: [401, 403, 404],
        }),
      )
      .input(sessionIdInput)
      .output(message)
      .mutation(async ({ ctx, input }) => {
        await endOwnSession(ctx.app, ctx.actor, input.id);
        return { message: "Signed out there" };
      }),

    endOthers: traderProcedure
      .meta(
        rest("POST /user/sessions/end-others", {
          summary: "Sign out everywhere but here",
          tag: "Session",
          errors: [401, 403],
        }),
      )
      .output(message)
      .mutation(async ({ ctx }) => {
        const ended = await endOtherSessions(ctx.app, ctx.actor);
        return { message: `Signed out of ${ended} other ${ended === 1 ? "session" : "sessions"}` };
      }),
  }),

  certificates: t.router({
    list: traderProcedure
      .meta(
        rest("GET /user/certificates", {
          summary: "Own certificates, newest first",
          tag: "Trader",
          errors: [401, 403],
        }),
      )
      .output(z.array(certificate))
      .query(({ ctx }) => listOwnCertificates(ctx.app, ctx.actor.trader.id)),
  }),
});
