import { publicProcedure, traderProcedure } from "../calls/procedures.ts";
import { rest } from "../calls/rest-meta.ts";
import { message } from "../../platform/lib/message.schema.ts";
import { findAdministrator } from "../sessions/authenticate.ts";
import { endSession } from "../sessions/end-sessions.ts";
import { currentTrader } from "../users/current-trader.schema.ts";
import { adminLoginInput, adminSession, loginInput } from "./sign-in.schema.ts";
import { signInAdministrator } from "./sign-in-administrator.ts";
import { signInTrader } from "./sign-in-trader.ts";

/** Signing in and out as a trader. */
export const traderSignInProcedures = {
  me: traderProcedure
    .meta(
      rest("GET /user", {
        summary: "The signed-in trader",
        tag: "Session",
        errors: [401, 403],
      }),
    )
    .output(currentTrader)
    .query(({ ctx }) => ctx.actor.trader),

  login: publicProcedure
    .meta(
      rest("POST /login", {
        summary: "Sign in as a trader",
        description: "Sets the trader's session cookie.",
        tag: "Session",
        errors: [400, 401, 403, 429],
      }),
    )
    .input(loginInput)
    .output(currentTrader)
    .mutation(async ({ ctx, input }) => {
      const { trader, session } = await signInTrader(ctx.app, ctx.caller, input);
      await endSession(ctx.app, ctx.cookies.read("trader"));
      ctx.cookies.write("trader", session);
      return trader;
    }),

  logout: publicProcedure
    .meta(
      rest("POST /logout", {
        summary: "Sign out as a trader",
        tag: "Session",
        errors: [403],
      }),
    )
    .output(message)
    .mutation(async ({ ctx }) => {
      await endSession(ctx.app, ctx.cookies.read("trader"));
      ctx.cookies.clear("trader");
      return { message: "You are signed out" };
    }),
};

/** Signing in and out as an administrator. */
export const adminSignInProcedures = {
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
};
