import { z } from "zod";
import { respondWithPage } from "../../identity/calls/respond-with-page.ts";
import {
  administratorProcedure,
  publicProcedure,
  traderProcedure,
} from "../../identity/calls/procedures.ts";
import { rest } from "../../identity/calls/rest-meta.ts";
import { t } from "../../identity/calls/trpc.ts";
import { endSession } from "../../identity/sessions/end-sessions.ts";
import { currentTrader } from "../../identity/users/current-trader.schema.ts";
import { message } from "../../platform/lib/message.schema.ts";
import { banTrader } from "./ban-trader.ts";
import { createTrader } from "./create-trader.ts";
import { deleteTrader } from "./delete-trader.ts";
import { registerTrader } from "./register-trader.ts";
import {
  adminTrader,
  banTraderInput,
  createTraderInput,
  createTraderWithAccountInput,
  listTradersInput,
  registerInput,
  savedTrader,
  traderIdInput,
  traderListItem,
  traderPage,
  traderPageInput,
  updateProfileInput,
  updateTraderInput,
  updateTraderWithAccountInput,
} from "./trader.schema.ts";
import { listTraders, pageTraders, streamTraders } from "./traders.queries.ts";
import { updateProfile } from "./update-profile.ts";
import { updateTrader } from "./update-trader.ts";
import { viewTrader } from "./view-trader.ts";

/** Registration: creates a trader and signs them in. */
export const register = publicProcedure
  .meta(
    rest("POST /register", {
      summary: "Register as a trader",
      description: "Makes a trader with a trading account, and signs in.",
      tag: "Session",
      errors: [400, 409, 429],
      created: true,
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

/** A trader's change of their own email or address. */
export const updateOwnProfile = traderProcedure
  .meta(
    rest("PATCH /user/profile", {
      summary: "Change own email or address",
      tag: "Trader",
      errors: [400, 401, 403, 409],
    }),
  )
  .input(updateProfileInput)
  .output(currentTrader)
  .mutation(({ ctx, input }) => updateProfile(ctx.app, ctx.actor, input));

/** All traders. */
export const adminTradersRouter = t.router({
  list: administratorProcedure
    .meta(
      rest("GET /admin/users", {
        summary: "Traders, newest first",
        description:
          "With `limit`, one page, in the order of `sort`: the `Link` header leads to the next and `X-Total-Count` counts all that match. Without, the whole list as a stream.",
        tag: "Administration",
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
        tag: "Administration",
        errors: [400, 401, 403, 409],
        created: true,
      }),
    )
    .input(createTraderInput)
    .output(savedTrader)
    .mutation(({ ctx, input }) => createTrader(ctx.app, ctx.actor, input)),

  /** For the form: the trader and the account in one transaction. */
  createWithAccount: administratorProcedure
    .input(createTraderWithAccountInput)
    .output(savedTrader)
    .mutation(({ ctx, input }) => createTrader(ctx.app, ctx.actor, input)),

  get: administratorProcedure
    .meta(
      rest("GET /admin/user/{id}", {
        summary: "One trader",
        tag: "Administration",
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
        tag: "Administration",
        errors: [400, 401, 403, 404, 409],
      }),
    )
    .input(updateTraderInput)
    .output(savedTrader)
    .mutation(({ ctx, input }) => updateTrader(ctx.app, ctx.actor, input)),

  /** For the form: the trader and the account in one transaction. */
  updateWithAccount: administratorProcedure
    .input(updateTraderWithAccountInput)
    .output(savedTrader)
    .mutation(({ ctx, input }) => updateTrader(ctx.app, ctx.actor, input)),

  delete: administratorProcedure
    .meta(
      rest("DELETE /admin/user/{id}", {
        summary: "Delete a trader and everything of his",
        tag: "Administration",
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
        tag: "Administration",
        errors: [400, 401, 403, 404],
      }),
    )
    .input(banTraderInput)
    .output(savedTrader)
    .mutation(({ ctx, input }) => banTrader(ctx.app, ctx.actor, input)),
});
