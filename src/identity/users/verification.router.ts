import { message } from "../../platform/fields/fields.schema.ts";
import { limitAttempts } from "../../calls/limit-attempts.ts";
import { callsAbout } from "../../calls/procedures.ts";
import { sendVerification, verifyEmail } from "./verify-email.ts";
import { verifyEmailInput } from "./user.schema.ts";

const { publicCall } = callsAbout("Session");
const { traderCall } = callsAbout("Trader");

/** Calls that verify emails by a link. */
export const verificationProcedures = {
  verifyEmail: publicCall({
    rest: "POST /verify-email",
    summary: "Verify an email with the token from the mail",
    description:
      "The token is valid for seven days; using it again succeeds and changes nothing. Nothing is restricted before the email is verified.",
    response: { message: "Your email is verified" },
    example: { token: "sXyN1cB0bGVhc2UgdXNlIHlvdXIgb3duIHRva2VuISE" },
  })
    .input(verifyEmailInput)
    .use(limitAttempts("emailTokenByAddress", ({ ctx }) => ctx.caller.address, { refund: true }))
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await verifyEmail(ctx.app, ctx.caller, input);
      return { message: "Your email is verified" };
    }),

  sendVerification: traderCall({
    rest: "POST /user/verify-email/send",
    summary: "Send the verification email again",
    description: "The new link replaces earlier ones. At most five emails per hour.",
    response: { message: "A new link is on its way" },
  })
    .use(limitAttempts("verificationMailByTrader", ({ ctx }) => String(ctx.actor.trader.id)))
    .output(message)
    .mutation(async ({ ctx }) => {
      await sendVerification(ctx.app, ctx.actor);
      return { message: "A new link is on its way" };
    }),
};
