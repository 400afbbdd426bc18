import { z } from "zod";
import { respondWithPage } from "../../calls/respond-with-page.ts";
import { callsAbout } from "../../calls/procedures.ts";
import { limitAttempts } from "../../calls/limit-attempts.ts";
import { t } from "../../calls/trpc.ts";
import { endSession } from "../../identity/sessions/own-sessions.ts";
import { textsAtSignUp, textsByTrader, traderFields } from "../../identity/users/trader.fields.ts";
import { examplesOf } from "../../platform/declared/field.rule.ts";
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
  listPhases,
  readUnpaidPayouts,
  summariseTrader,
  tradersSortedBy,
} from "./traders.queries.ts";
import { viewTrader } from "./view-trader.ts";

const { publicCall } = callsAbout("Session");
const { traderCall } = callsAbout("Trader");
const { administratorCall } = callsAbout("Administration");

/** Registration: creates a trader and signs them in. */
export const register = publicCall({
  rest: "POST /register",
  summary: "Register as a trader",
  description: "Creates a trader with a trading account and signs in.",
  errors: [409],
  successStatus: 201,
  event: "user_created",
  example: {
    ...examplesOf(traderFields, ["fullName", "email"]),
    password: "correct horse",
    ...examplesOf(traderFields, textsAtSignUp),
    privacyPolicyAgreed: true,
  },
})
  .input(registerInput)
  .use(limitAttempts("registrationByAddress", ({ ctx }) => ctx.caller.address))
  .output(currentTrader)
  .mutation(async ({ ctx, input }) => {
    const { trader, session } = await registerTrader(ctx.app, ctx.caller, input);
    await endSession(ctx.app, ctx.cookies.read("trader"));
    ctx.cookies.write("trader", session);
    return trader;
  });

/** Updates the email or address of the signed-in trader. */
export const updateOwnProfile = traderCall({
  rest: "PATCH /user/profile",
  summary: "Update your email or address",
  description: "Changes only the fields that the body contains.",
  errors: [409],
  event: "user_updated",
  example: { email: "olivia@example.com", ...examplesOf(traderFields, textsByTrader) },
})
  .input(updateProfileInput)
  // Each change of the email mails an unverified address and reveals whether the email is taken.
  .use(
    limitAttempts("emailChangeByTrader", ({ ctx: { actor }, input: { email } }) =>
      email === undefined || email === actor.trader.email ? undefined : String(actor.trader.id),
    ),
  )
  .output(currentTrader)
  .mutation(({ ctx, input }) => updateProfile(ctx.app, ctx.actor, input));

/** All traders. */
export const adminTradersRouter = t.router({
  list: administratorCall("traders.read", {
    rest: "GET /admin/users",
    scope: "users:read",
    summary: "List traders, newest first",
    description:
      "With `limit`, returns one page in the order of `sort`; the `Link` header contains the next page and `X-Total-Count` the number of matches. Without it, streams the whole list. Sorting by `roomToday` orders accounts by the smallest amount left before a daily loss limit, regardless of currency, and lists only accounts for which it is known.",
  })
    .input(listTradersInput.optional())
    .output(z.array(traderListItem))
    .query(({ ctx, input = {} }) => respondWithPage(ctx, tradersSortedBy(input), input)),

  /** For the web client: pages by number, in any order. */
  page: administratorCall("traders.read", { scope: "users:read" })
    .input(traderPageInput)
    .output(traderPage)
    .query(({ ctx, input }) => judgedTradersSortedBy(input).readPage(ctx.app, input)),

  /** For the filter of the web client. */
  phases: administratorCall("traders.read", { scope: "users:read" })
    .output(z.array(z.string()))
    .query(({ ctx }) => listPhases(ctx.app)),

  /** For the web client: without the master password, so opening a user's page does not count as viewing it. */
  summary: administratorCall("traders.read", { scope: "users:read" })
    .input(traderIdInput)
    .output(traderSummary)
    .query(({ ctx, input }) => summariseTrader(ctx.app, input.id)),

  create: administratorCall("traders.write", {
    rest: "POST /admin/users",
    scope: "users:write",
    summary: "Create a trader",
    description: "Sends the trader an email with a link to set the first password.",
    errors: [409],
    successStatus: 201,
    event: "user_created",
    example: { fullName: "Olivia Bennett", email: "olivia.bennett@example.com" },
  })
    .input(createTraderInput)
    .output(savedTrader)
    .mutation(({ ctx, input }) => createTrader(ctx.app, ctx.actor, input)),

  /** For the web client: trader and account in one transaction. */
  createWithAccount: administratorCall("traders.write", {
    scope: "users:write",
    event: "user_created",
    example: {
      fullName: "Olivia Bennett",
      email: "olivia.bennett@example.com",
      balance: "102500.00",
    },
  })
    .input(createTraderWithAccountInput)
    .output(savedTrader)
    .mutation(({ ctx, input }) => createTrader(ctx.app, ctx.actor, input)),

  get: administratorCall("traders.read", {
    rest: "GET /admin/user/{id}",
    scope: "users:read",
    summary: "Get a trader",
    description: "API tokens receive the trading account without its master password.",
    event: "sensitive_read",
  })
    .input(traderIdInput)
    .output(adminTrader)
    .query(({ ctx, input }) => viewTrader(ctx.app, ctx.actor, input.id)),

  update: administratorCall("traders.write", {
    rest: "PATCH /admin/user/{id}",
    scope: "users:write",
    summary: "Update a trader's name or email",
    description: "Changes only the fields that the body contains.",
    errors: [409],
    event: "user_updated",
    example: { fullName: "Olivia Bennett-Shaw" },
  })
    .input(updateTraderInput)
    .output(savedTrader)
    .mutation(({ ctx, input }) => updateTrader(ctx.app, ctx.actor, input)),

  /** For the web client: trader and account in one transaction. */
  updateWithAccount: administratorCall("traders.write", {
    scope: "users:write",
    event: "user_updated",
    example: { fullName: "Olivia Bennett-Shaw", payoutEnabled: false },
  })
    .input(updateTraderWithAccountInput)
    .output(savedTrader)
    .mutation(({ ctx, input }) => updateTrader(ctx.app, ctx.actor, input)),

  /** For the web client: what to confirm before a trader is deleted. */
  unpaid: administratorCall("traders.delete", { scope: "users:read" })
    .input(traderIdInput)
    .output(unpaidPayouts)
    .query(({ ctx, input }) => readUnpaidPayouts(ctx.app.database.kysely, input.id)),

  delete: administratorCall("traders.delete", {
    rest: "DELETE /admin/user/{id}",
    scope: "users:write",
    summary: "Delete a trader and all their records",
    description:
      "Approved and paid amounts remain in the firm's totals, without a name. Returns 409 with the `reason` `open_payment` while a payment to the trader is open: remove it from its run or mark it as paid first. With `expectedUnpaid`, returns 409 with the `reason` `unpaid_changed` if other sums are approved and not yet paid. In both cases `current` contains what is unpaid.",
    response: { message: "User deleted" },
    errors: [409],
    event: "user_deleted",
    example: { expectedUnpaid: "" },
  })
    .input(deleteTraderInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await deleteTrader(ctx.app, ctx.actor, input);
      return { message: "User deleted" };
    }),

  ban: administratorCall("traders.write", {
    rest: "PATCH /admin/user/{id}/ban",
    scope: "users:write",
    summary: "Ban or unban a trader",
    description:
      "A ban takes effect on the trader's next call. It requires a reason, which is shown to the trader.",
    event: "authz_admin",
    example: { banned: true, banReason: "Trades copied between two accounts" },
  })
    .input(banTraderInput)
    .output(savedTrader)
    .mutation(({ ctx, input }) => banTrader(ctx.app, ctx.actor, input)),
});
