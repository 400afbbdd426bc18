import { z } from "zod";
import { saveAccountInput, tradingAccount } from "../business/accounts/account.schema.ts";
import { saveAccount } from "../business/accounts/save-account.ts";
import { respondWithPage } from "../identity/calls/respond-with-page.ts";
import { administratorProcedure, publicProcedure } from "../identity/calls/procedures.ts";
import { rest } from "../identity/calls/rest-meta.ts";
import { t } from "../identity/calls/trpc.ts";
import {
  auditEvent,
  auditPage,
  auditPageInput,
  listAuditInput,
} from "../platform/audit/audit-event.schema.ts";
import { listAuditEvents, streamAuditEvents } from "../platform/audit/audit-events.queries.ts";
import { message } from "../platform/lib/message.schema.ts";
import { decidePayout } from "../business/payouts/decide-payout.ts";
import { readOverview } from "../business/overview/overview.queries.ts";
import { overview } from "../business/overview/overview.schema.ts";
import {
  adminPayout,
  decidePayoutInput,
  listPayoutsInput,
  payoutPage,
  payoutPageInput,
  payoutIdInput,
} from "../business/payouts/payout.schema.ts";
import {
  getPayoutWithTimeline,
  listPayouts,
  pagePayouts,
  streamPayouts,
} from "../business/payouts/payouts.queries.ts";
import { adminPayoutWithTimeline } from "../business/payouts/timeline.schema.ts";
import { findAdministrator } from "../identity/sessions/authenticate.ts";
import { endSession } from "../identity/sessions/end-sessions.ts";
import { adminLoginInput, adminSession } from "../identity/sign-in/sign-in.schema.ts";
import { signInAdministrator } from "../identity/sign-in/sign-in-administrator.ts";
import { banTrader } from "../business/traders/ban-trader.ts";
import { createTrader } from "../business/traders/create-trader.ts";
import { deleteTrader } from "../business/traders/delete-trader.ts";
import {
  adminTrader,
  banTraderInput,
  createTraderInput,
  traderListItem,
  listTradersInput,
  traderPage,
  traderPageInput,
  traderIdInput,
  updateTraderInput,
} from "../business/traders/trader.schema.ts";
import { listTraders, pageTraders, streamTraders } from "../business/traders/traders.queries.ts";
import { viewTrader } from "../business/traders/view-trader.ts";
import { updateTrader } from "../business/traders/update-trader.ts";

const tag = "Administration";

const users = t.router({
  list: administratorProcedure
    .meta(
      rest("GET /admin/users", {
        summary: "Traders, newest first",
        description:
          "With `limit`, one page, in the order of `sort`: the `Link` header leads to the next and `X-Total-Count` counts all that match. Without, the whole list as a stream.",
        tag,
        errors: [400, 401, 403],
      }),
    )
    .input(listTradersInput.optional())
    .output(z.array(traderListItem))
    .query(({ ctx, input }) =>
      respondWithPage(ctx, "/api/admin/users", input ?? {}, listTraders, streamTraders),
    ),

  /** For the grid: any order, pages by number. */
  page: administratorProcedure
    .input(traderPageInput)
    .output(traderPage)
    .query(({ ctx, input }) => pageTraders(ctx.app, input)),

  create: administratorProcedure
    .meta(
      rest("POST /admin/users", {
        summary: "Make a trader",
        description: "The trader gets a mail with a link that sets the first password.",
        tag,
        errors: [400, 401, 403, 409],
        created: true,
      }),
    )
    .input(createTraderInput)
    .output(adminTrader)
    .mutation(({ ctx, input }) => createTrader(ctx.app, ctx.actor, input)),

  get: administratorProcedure
    .meta(
      rest("GET /admin/user/{id}", {
        summary: "One trader",
        tag,
        errors: [401, 403, 404],
      }),
    )
    .input(traderIdInput)
    .output(adminTrader)
    .query(({ ctx, input }) => viewTrader(ctx.app, ctx.actor, input.id)),

  update: administratorProcedure
    .meta(
      rest("PATCH /admin/user/{id}", {
        summary: "Change a trader's name or email",
        tag,
        errors: [400, 401, 403, 404, 409],
      }),
    )
    .input(updateTraderInput)
    .output(adminTrader)
    .mutation(({ ctx, input }) => updateTrader(ctx.app, ctx.actor, input)),

  delete: administratorProcedure
    .meta(
      rest("DELETE /admin/user/{id}", {
        summary: "Delete a trader and everything of his",
        tag,
        errors: [401, 403, 404],
      }),
    )
    .input(traderIdInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await deleteTrader(ctx.app, ctx.actor, input.id);
      return { message: "User deleted" };
    }),

  ban: administratorProcedure
    .meta(
      rest("PATCH /admin/user/{id}/ban", {
        summary: "Ban or unban a trader",
        description:
          "A ban takes hold at the trader's next call. It needs a reason, which he is shown.",
        tag,
        errors: [400, 401, 403, 404],
      }),
    )
    .input(banTraderInput)
    .output(adminTrader)
    .mutation(({ ctx, input }) => banTrader(ctx.app, ctx.actor, input)),
});

const accounts = t.router({
  create: administratorProcedure
    .meta(
      rest("POST /admin/user/{id}/account", {
        summary: "Fill the account of a new trader",
        description: "Fields that are not given stay as they are.",
        tag,
        errors: [400, 401, 403, 404],
        created: true,
      }),
    )
    .input(saveAccountInput)
    .output(tradingAccount)
    .mutation(({ ctx, input: { id, ...fields } }) => saveAccount(ctx.app, ctx.actor, id, fields)),

  update: administratorProcedure
    .meta(
      rest("PATCH /admin/user/{id}/account", {
        summary: "Change a trading account",
        description: "Fields that are not given stay as they are.",
        tag,
        errors: [400, 401, 403, 404],
      }),
    )
    .input(saveAccountInput)
    .output(tradingAccount)
    .mutation(({ ctx, input: { id, ...fields } }) => saveAccount(ctx.app, ctx.actor, id, fields)),
});

const payouts = t.router({
  list: administratorProcedure
    .meta(
      rest("GET /admin/payouts", {
        summary: "Payout requests, newest first",
        description: "Pages as in the list of traders. A search is for a person or an id.",
        tag,
        errors: [400, 401, 403],
      }),
    )
    .input(listPayoutsInput.optional())
    .output(z.array(adminPayout))
    .query(({ ctx, input }) =>
      respondWithPage(ctx, "/api/admin/payouts", input ?? {}, listPayouts, streamPayouts),
    ),

  /** For the grids: any order, pages by number. */
  page: administratorProcedure
    .input(payoutPageInput)
    .output(payoutPage)
    .query(({ ctx, input }) => pagePayouts(ctx.app, input)),

  get: administratorProcedure
    .meta(
      rest("GET /admin/payouts/{id}", {
        summary: "One payout request, with its timeline",
        tag,
        errors: [401, 403, 404],
      }),
    )
    .input(payoutIdInput)
    .output(adminPayoutWithTimeline)
    .query(({ ctx, input }) => getPayoutWithTimeline(ctx.app, input.id)),

  decide: administratorProcedure
    .meta(
      rest("PATCH /admin/payouts/{id}", {
        summary: "Approve or reject a payout request",
        description:
          "A rejection needs notes. A decision that is made already is answered 409 with the request in `current`.",
        tag,
        errors: [400, 401, 403, 404, 409],
      }),
    )
    .input(decidePayoutInput)
    .output(adminPayout)
    .mutation(({ ctx, input }) => decidePayout(ctx.app, ctx.actor, input)),
});

const audit = t.router({
  list: administratorProcedure
    .meta(
      rest("GET /admin/audit", {
        summary: "The audit log, newest first",
        description:
          "With `limit`, one page: the `Link` header leads to the next. Without, all events that match as a stream.",
        tag,
        errors: [400, 401, 403],
      }),
    )
    .input(listAuditInput.optional())
    .output(z.array(auditEvent))
    .query(({ ctx, input }) =>
      respondWithPage(ctx, "/api/admin/audit", input ?? {}, listAuditEvents, streamAuditEvents),
    ),

  /** For the screens: each page says itself where the next one begins. */
  page: administratorProcedure
    .input(auditPageInput)
    .output(auditPage)
    .query(async ({ ctx, input }) => {
      const { items, nextCursor } = await listAuditEvents(ctx.app, input);
      return { rows: items, nextCursor: nextCursor ?? null };
    }),
});

/** What administrators may do. */
export const adminRouter = t.router({
  login: publicProcedure
    .meta(
      rest("POST /admin/login", {
        summary: "Sign in as an administrator",
        description: "Sets the administrator's session cookie, which lasts 8 hours.",
        tag: "Session",
        errors: [400, 401, 429],
      }),
    )
    .input(adminLoginInput)
    .output(adminSession)
    .mutation(async ({ ctx, input }) => {
      const session = await signInAdministrator(ctx.app, ctx.caller, input.accessKey);
      await endSession(ctx.app, ctx.cookies.read("administrator"));
      ctx.cookies.write("administrator", session);
      return { isAdmin: true };
    }),

  session: publicProcedure
    .meta(
      rest("GET /admin/auth", {
        summary: "Whether the caller is a signed-in administrator",
        tag: "Session",
        errors: [],
      }),
    )
    .output(adminSession)
    .query(async ({ ctx }) => {
      const administrator = await findAdministrator(
        ctx.app,
        ctx.cookies.read("administrator"),
        ctx.caller,
      );
      return { isAdmin: administrator !== undefined };
    }),

  logout: publicProcedure
    .meta(
      rest("POST /admin/logout", {
        summary: "Sign out as an administrator",
        tag: "Session",
        errors: [403],
      }),
    )
    .output(message)
    .mutation(async ({ ctx }) => {
      await endSession(ctx.app, ctx.cookies.read("administrator"));
      ctx.cookies.clear("administrator");
      return { message: "You are signed out" };
    }),

  dashboard: administratorProcedure
    .meta(
      rest("GET /admin/dashboard", {
        summary: "The book at a glance",
        description: "Traders and payout requests counted by status, and the newest traders.",
        tag,
        errors: [401, 403],
      }),
    )
    .output(overview)
    .query(({ ctx }) => readOverview(ctx.app)),

  users,
  accounts,
  payouts,
  audit,
});
