import { message } from "../../platform/fields/fields.schema.ts";
import { call } from "../../calls/call.ts";
import { publicProcedure, traderProcedure } from "../../calls/procedures.ts";
import { sendVerification, verifyEmail } from "./verify-email.ts";
import { verifyEmailInput } from "./user.schema.ts";

/** Calls that verify emails by a link. */
export const verificationProcedures = {
  verifyEmail: publicProcedure
    .meta(
      call({
        rest: "POST /verify-email",
        summary: "Verify an email with the token from the mail",
        description:
          "The token is valid for seven days and one use. Nothing is restricted before the email is verified.",
        tag: "Session",
        response: { message: "Your email is verified" },
        errors: [400, 429],
        example: { token: "sXyN1cB0bGVhc2UgdXNlIHlvdXIgb3duIHRva2VuISE" },
      }),
    )
    .input(verifyEmailInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await verifyEmail(ctx.app, ctx.caller, input);
      return { message: "Your email is verified" };
    }),

  sendVerification: traderProcedure
    .meta(
      call({
        rest: "POST /user/verify-email/send",
        summary: "Send the verification email again",
        description: "The new link replaces earlier ones. At most five emails per hour.",
        tag: "Trader",
        response: { message: "A new link is on its way" },
        errors: [429],
      }),
    )
    .output(message)
    .mutation(async ({ ctx }) => {
      await sendVerification(ctx.app, ctx.actor);
      return { message: "A new link is on its way" };
    }),
};
