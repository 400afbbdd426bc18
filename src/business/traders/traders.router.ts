import { z } from "zod";
import { respondWithPage } from "../../calls/respond-with-page.ts";
import {
  administratorProcedure,
  publicProcedure,
  traderProcedure,
} from "../../calls/procedures.ts";
import { call } from "../../calls/call.ts";
import { t } from "../../calls/trpc.ts";
import { endSession } from "../../identity/sessions/own-sessions.ts";
import { currentTrader } from "../../identity/users/user.schema.ts";
import { message } from "../../platform/fields/fields.schema.ts";
import { banTrader, updateProfile, updateTrader } from "./update-trader.ts";
import { createTrader, registerTrader } from "./create-trader.ts";
import { deleteTrader } from "./delete-trader.ts";
import {
  adminTrader,
  banTraderInput,
  createTraderInput,
  createTraderWithAccountInput,
  deleteTraderInput,
  listTradersInput,
  registerInput,
  savedTrader,
  traderIdInput,
  traderListItem,
  traderPage,
  traderPageInput,
  traderSummary,
  unpaidPayouts,
  updateProfileInput,
  updateTraderInput,
  updateTraderWithAccountInput,
} from "./trader.schema.ts";
import {
  judgedTradersSortedBy,
  readUnpaidPayouts,
  summariseTrader,
  tradersSortedBy,
} from "./traders.queries.ts";
import { viewTrader } from "./view-trader.ts";

/** Registration: creates a trader and signs them in. */
export const register = publicProcedure
  .meta(
    call({
      rest: "POST /register",
      summary: "Register as a trader",
      description: "Creates a trader with a trading account and signs in.",
      tag: "Session",
      errors: [400, 409, 429],
      successStatus: 201,
      event: "user_created",
      example: {
        fullName: "Olivia Bennett",
        email: "olivia.bennett@example.com",
        password: "correct horse",
        country: "uk",
        city: "London",
        street: "Mill Street",
        houseNumber: "12",
        privacyPolicyAgreed: true,
      },
    }),
  )
  .input(registerInput)
  .output(currentTrader)
  .mutation(async ({ ctx, input }) => {
    const { trader, session } = await registerTrader(ctx.app, ctx.caller, input);
    await endSession(ctx.app, ctx.cookies.read("trader"));
    ctx.cookies.write("trader", session);
    return trader;
  });

/** Updates the email or address of the signed-in trader. */
export const updateOwnProfile = traderProcedure
  .meta(
    call({
      rest: "PATCH /user/profile",
      summary: "Update your email or address",
      description: "Changes only the fields that the body contains.",
      tag: "Trader",
      errors: [400, 409],
      event: "user_updated",
      example: {
        email: "olivia@example.com",
        country: "uk",
        city: "London",
        street: "Mill Street",
        houseNumber: "12",
      },
    }),
  )
  .input(updateProfileInput)
  .output(currentTrader)
  .mutation(({ ctx, input }) => updateProfile(ctx.app, ctx.actor, input));

/** All traders. */
export const adminTradersRouter = t.router({
  list: administratorProcedure("traders.read")
    .meta(
      call({
        rest: "GET /admin/users",
        scope: "users:read",
        summary: "List traders, newest first",
        description:
          "With `limit`, returns one page in the order of `sort`; the `Link` header contains the next page and `X-Total-Count` the number of matches. Without it, streams the whole list. Sorting by `roomToday` orders accounts by the smallest amount left before a daily loss limit, regardless of currency, and lists only accounts for which it is known.",
        tag: "Administration",
        errors: [400],
      }),
    )
    .input(listTradersInput.optional())
    .output(z.array(traderListItem))
    .query(({ ctx, input = {} }) =>
      respondWithPage(ctx, "/api/admin/users", tradersSortedBy(input), input),
    ),

  /** For the web client: pages by number, in any order. */
  page: administratorProcedure("traders.read")
    .meta(call({ scope: "users:read" }))
    .input(traderPageInput)
    .output(traderPage)
    .query(({ ctx, input }) => judgedTradersSortedBy(input).readPage(ctx.app, input)),

  /** For the web client: without the master password, so opening a trader's page does not count as viewing it. */
  summary: administratorProcedure("traders.read")
    .meta(call({ scope: "users:read" }))
    .input(traderIdInput)
    .output(traderSummary)
    .query(({ ctx, input }) => summariseTrader(ctx.app, input.id)),

  create: administratorProcedure("traders.write")
    .meta(
      call({
        rest: "POST /admin/users",
        scope: "users:write",
        summary: "Create a trader",
        description: "Sends the trader an email with a link to set the first password.",
        tag: "Administration",
        errors: [400, 409],
        successStatus: 201,
        event: "user_created",
        example: { fullName: "Olivia Bennett", email: "olivia.bennett@example.com" },
      }),
    )
    .input(createTraderInput)
    .output(savedTrader)
    .mutation(({ ctx, input }) => createTrader(ctx.app, ctx.actor, input)),

  /** For the web client: trader and account in one transaction. */
  createWithAccount: administratorProcedure("traders.write")
    .meta(
      call({
        scope: "users:write",
        event: "user_created",
        example: {
          fullName: "Olivia Bennett",
          email: "olivia.bennett@example.com",
          balance: "102500.00",
        },
      }),
    )
    .input(createTraderWithAccountInput)
    .output(savedTrader)
    .mutation(({ ctx, input }) => createTrader(ctx.app, ctx.actor, input)),

  get: administratorProcedure("traders.read")
    .meta(
      call({
        rest: "GET /admin/user/{id}",
        scope: "users:read",
        summary: "Get a trader",
        description: "API tokens receive the trading account without its master password.",
        tag: "Administration",
        errors: [404],
        event: "sensitive_read",
      }),
    )
    .input(traderIdInput)
    .output(adminTrader)
    .query(({ ctx, input }) => viewTrader(ctx.app, ctx.actor, input.id)),

  update: administratorProcedure("traders.write")
    .meta(
      call({
        rest: "PATCH /admin/user/{id}",
        scope: "users:write",
        summary: "Update a trader's name or email",
        description: "Changes only the fields that the body contains.",
        tag: "Administration",
        errors: [400, 404, 409],
        event: "user_updated",
        example: { fullName: "Olivia Bennett-Shaw" },
      }),
    )
    .input(updateTraderInput)
    .output(savedTrader)
    .mutation(({ ctx, input }) => updateTrader(ctx.app, ctx.actor, input)),

  /** For the web client: trader and account in one transaction. */
  updateWithAccount: administratorProcedure("traders.write")
    .meta(
      call({
        scope: "users:write",
        event: "user_updated",
        example: { fullName: "Olivia Bennett-Shaw", payoutEnabled: false },
      }),
    )
    .input(updateTraderWithAccountInput)
    .output(savedTrader)
    .mutation(({ ctx, input }) => updateTrader(ctx.app, ctx.actor, input)),

  /** For the web client: what to confirm before a trader is deleted. */
  unpaid: administratorProcedure("traders.delete")
    .meta(call({ scope: "users:read" }))
    .input(traderIdInput)
    .output(unpaidPayouts)
    .query(({ ctx, input }) => readUnpaidPayouts(ctx.app.database.kysely, input.id)),

  delete: administratorProcedure("traders.delete")
    .meta(
      call({
        rest: "DELETE /admin/user/{id}",
        scope: "users:write",
        summary: "Delete a trader and all their records",
        description:
          "Approved and paid amounts remain in the firm's totals, without a name. Returns 409 with the `reason` `open_payment` while a payment to the trader is open: remove it from its run or mark it as paid first. With `expectedUnpaid`, returns 409 with the `reason` `unpaid_changed` if other sums are approved and not yet paid. In both cases `current` contains what is unpaid.",
        tag: "Administration",
        response: { message: "User deleted" },
        errors: [400, 404, 409],
        event: "user_deleted",
        example: { expectedUnpaid: "" },
      }),
    )
    .input(deleteTraderInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await deleteTrader(ctx.app, ctx.actor, input);
      return { message: "User deleted" };
    }),

  ban: administratorProcedure("traders.write")
    .meta(
      call({
        rest: "PATCH /admin/user/{id}/ban",
        scope: "users:write",
        summary: "Ban or unban a trader",
        description:
          "A ban takes effect on the trader's next call. It requires a reason, which is shown to the trader.",
        tag: "Administration",
        errors: [400, 404],
        event: "authz_admin",
        example: { banned: true, banReason: "Trades copied between two accounts" },
      }),
    )
    .input(banTraderInput)
    .output(savedTrader)
    .mutation(({ ctx, input }) => banTrader(ctx.app, ctx.actor, input)),
});
