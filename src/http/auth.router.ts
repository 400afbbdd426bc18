import { message } from "../platform/lib/message.schema.ts";
import { rest } from "../identity/calls/rest-meta.ts";
import { publicProcedure, traderProcedure } from "../identity/calls/procedures.ts";
import { t } from "../identity/calls/trpc.ts";
import { forgotPasswordInput, resetPasswordInput } from "../identity/passwords/password.schema.ts";
import { requestReset } from "../identity/passwords/request-reset.ts";
import { resetPassword } from "../identity/passwords/reset-password.ts";
import { registerTrader } from "../business/traders/register-trader.ts";
import { currentTrader } from "../identity/users/current-trader.schema.ts";
import { registerInput } from "../business/traders/trader.schema.ts";
import { endSession } from "../identity/sessions/end-sessions.ts";
import { loginInput } from "../identity/sign-in/sign-in.schema.ts";
import { signInTrader } from "../identity/sign-in/sign-in-trader.ts";

export const authRouter = t.router({
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

  register: publicProcedure
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

  forgotPassword: publicProcedure
    .meta(
      rest("POST /forgot-password", {
        summary: "Ask for a reset link by mail",
        description: "The answer is the same whether the email is a trader's or not.",
        tag: "Session",
        errors: [400, 429],
      }),
    )
    .input(forgotPasswordInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await requestReset(ctx.app, ctx.caller, input.email);
      return { message: "If this email has an account, a reset link is on its way" };
    }),

  resetPassword: publicProcedure
    .meta(
      rest("POST /reset-password", {
        summary: "Set a new password with the token from a mail",
        description: "The token works once. Ends all sessions of the trader.",
        tag: "Session",
        errors: [400, 429],
      }),
    )
    .input(resetPasswordInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await resetPassword(ctx.app, ctx.caller, input);
      return { message: "Your password has been reset" };
    }),
});
