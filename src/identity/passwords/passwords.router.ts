import { callsAbout } from "../../calls/procedures.ts";
import { limitAttempts } from "../../calls/limit-attempts.ts";
import { passwordRefusals } from "../../calls/security-events.ts";
import { message } from "../../platform/fields/fields.schema.ts";
import { changePassword, requestReset, resetPassword } from "./passwords.ts";
import { changePasswordInput, forgotPasswordInput, resetPasswordInput } from "./password.schema.ts";

const { traderCall } = callsAbout("Trader");
const { publicCall } = callsAbout("Session");

/** Changes the password of the signed-in trader. */
export const changeOwnPassword = traderCall({
  rest: "POST /user/change-password",
  summary: "Change your password",
  description: "Ends your other sessions.",
  response: { message: "Your password has been updated successfully." },
  errors: [429],
  event: "authn_password_change",
  refusalEvents: passwordRefusals,
  example: {
    currentPassword: "correct horse",
    newPassword: "battery staple",
    confirmPassword: "battery staple",
  },
})
  .input(changePasswordInput)
  .output(message)
  .mutation(async ({ ctx, input }) => {
    await changePassword(ctx.app, ctx.actor, input);
    return { message: "Your password has been updated successfully." };
  });

/** Resets a forgotten password by email. */
export const passwordResetProcedures = {
  forgotPassword: publicCall({
    rest: "POST /forgot-password",
    summary: "Request a password reset link by email",
    description: "The response is the same whether or not a trader has this email.",
    response: { message: "If this email has an account, a reset link is on its way" },
    example: { email: "olivia.bennett@example.com" },
  })
    .input(forgotPasswordInput)
    .use(limitAttempts("resetMailByAddress", ({ ctx }) => ctx.caller.address))
    .use(limitAttempts("resetMailByAccount", ({ input }) => input.email))
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await requestReset(ctx.app, ctx.caller, input.email);
      return { message: "If this email has an account, a reset link is on its way" };
    }),

  resetPassword: publicCall({
    rest: "POST /reset-password",
    summary: "Set a new password with the token from the email",
    description: "The token is valid for one hour and one use. Ends all sessions of the trader.",
    response: { message: "Your password has been reset" },
    event: "authn_password_change",
    refusalEvents: passwordRefusals,
    example: {
      token: "sXyN1cB0bGVhc2UgdXNlIHlvdXIgb3duIHRva2VuISE",
      password: "battery staple",
    },
  })
    .input(resetPasswordInput)
    .use(limitAttempts("resetTokenByAddress", ({ ctx }) => ctx.caller.address, { refund: true }))
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await resetPassword(ctx.app, ctx.caller, input);
      return { message: "Your password has been reset" };
    }),
};
