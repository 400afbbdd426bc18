import { limitAttempts } from "../../../calls/limit-attempts.ts";
import { callsAbout } from "../../../calls/procedures.ts";
import { factorRefusals } from "../../../calls/security-events.ts";
import { mailedTokenInput } from "../../../identity/second-factor/second-factor.schema.ts";
import { message } from "../../../platform/fields/fields.schema.ts";
import { undoTakeover } from "./undo-takeover.ts";

const { publicCall } = callsAbout("Session");

/** Undoes by a mailed link what another person has done to an account. */
export const undoTakeoverProcedure = publicCall({
  rest: "POST /second-factor/not-me",
  summary: "Undo changes of a second factor with the token from the mail",
  description:
    "The token is valid for seven days and one use. Removes every factor that was added since the change that the mail is about, puts back those that were removed, ends all sessions, and mails a link that sets a new password; the former one no longer works. Payout requests that were made since are held until an administrator releases them.",
  response: {
    message: "Everything since was undone. Set a new password with the link in our mail.",
  },
  event: "authn_factor_change",
  refusalEvents: factorRefusals,
  example: { token: "sXyN1cB0bGVhc2UgdXNlIHlvdXIgb3duIHRva2VuISE" },
})
  .input(mailedTokenInput)
  .use(limitAttempts("emailTokenByAddress", ({ ctx }) => ctx.caller.address, { refund: true }))
  .output(message)
  .mutation(async ({ ctx, input }) => {
    await undoTakeover(ctx.app, ctx.caller, input.token);
    return {
      message: "Everything since was undone. Set a new password with the link in our mail.",
    };
  });
