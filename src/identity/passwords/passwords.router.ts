import { publicProcedure, traderProcedure } from "../../calls/procedures.ts";
import { passwordRefusals } from "../../calls/security-events.ts";
import { call } from "../../calls/call.ts";
import { message } from "../../platform/fields/fields.schema.ts";
import { changePassword } from "./change-password.ts";
import { changePasswordInput, forgotPasswordInput, resetPasswordInput } from "./password.schema.ts";
import { requestReset, resetPassword } from "./reset-password.ts";

/** Changes the password of the signed-in trader. */
export const changeOwnPassword = traderProcedure
  .meta(
    call({
      rest: "POST /user/change-password",
      summary: "Change your password",
      description: "Ends your other sessions.",
      tag: "Trader",
      response: { message: "Your password has been updated successfully." },
      errors: [400, 429],
      event: "authn_password_change",
      refusalEvents: passwordRefusals,
      example: {
        currentPassword: "correct horse",
        newPassword: "battery staple",
        confirmPassword: "battery staple",
      },
    }),
  )
  .input(changePasswordInput)
  .output(message)
  .mutation(async ({ ctx, input }) => {
    await changePassword(ctx.app, ctx.actor, input);
    return { message: "Your password has been updated successfully." };
  });

/** Resets a forgotten password by email. */
export const passwordResetProcedures = {
  forgotPassword: publicProcedure
    .meta(
      call({
        rest: "POST /forgot-password",
        summary: "Request a password reset link by email",
        description: "The response is the same whether or not a trader has this email.",
        tag: "Session",
        response: { message: "If this email has an account, a reset link is on its way" },
        errors: [400, 429],
        example: { email: "olivia.bennett@example.com" },
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
      call({
        rest: "POST /reset-password",
        summary: "Set a new password with the token from the email",
        description:
          "The token is valid for one hour and one use. Ends all sessions of the trader.",
        tag: "Session",
        response: { message: "Your password has been reset" },
        errors: [400, 429],
        event: "authn_password_change",
        refusalEvents: passwordRefusals,
        example: {
          token: "sXyN1cB0bGVhc2UgdXNlIHlvdXIgb3duIHRva2VuISE",
          password: "battery staple",
        },
      }),
    )
    .input(resetPasswordInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await resetPassword(ctx.app, ctx.caller, input);
      return { message: "Your password has been reset" };
    }),
};
