import { limitAttempts } from "../../calls/limit-attempts.ts";
import { callsAbout } from "../../calls/procedures.ts";
import { factorRefusals } from "../../calls/security-events.ts";
import { t } from "../../calls/trpc.ts";
import { message } from "../../platform/fields/fields.schema.ts";
import { cancelRecovery, requestRecovery, stopRecovery } from "./recovery.ts";
import { cancelRecoveryInput, recovery, requestRecoveryInput } from "./recovery.schema.ts";
import { mailedTokenInput } from "./second-factor.schema.ts";

const { publicCall } = callsAbout("Session");
const { administratorCall } = callsAbout("Administration");

/** Stops the removal of a lost second factor by a mailed link. */
export const stopRecoveryProcedure = publicCall({
  rest: "POST /second-factor/stop-recovery",
  summary: "Stop the removal of a second factor with the token from the mail",
  description:
    "Each recent address of the trader has a token of its own, which works once, until the removal.",
  response: { message: "Your second factor stays" },
  event: "authn_factor_change",
  refusalEvents: factorRefusals,
  example: { token: "sXyN1cB0bGVhc2UgdXNlIHlvdXIgb3duIHRva2VuISE" },
})
  .input(mailedTokenInput)
  .use(limitAttempts("emailTokenByAddress", ({ ctx }) => ctx.caller.address, { refund: true }))
  .output(message)
  .mutation(async ({ ctx, input }) => {
    await stopRecovery(ctx.app, ctx.caller, input.token);
    return { message: "Your second factor stays" };
  });

/** Calls about traders who have lost their second factor. None declares a scope, because tools lose nothing. */
export const adminRecoveryRouter = t.router({
  removeSecondFactor: administratorCall("traders.recover", {
    rest: "POST /admin/user/{id}/remove-second-factor",
    summary: "Remove the second factor of a trader who has lost it",
    description:
      "The factors go after 72 hours, and the trader sets a new password by mail. Until then, each of the trader's mail addresses of the last 30 days has a link that stops it, and no payout request is approved. Returns 409 if the trader has no second factor, or it is already being removed.",
    errors: [409],
    event: "authz_admin",
    example: { reason: "Lost the phone; identity checked in a video call" },
  })
    .input(requestRecoveryInput)
    .output(recovery)
    .mutation(({ ctx, input }) => requestRecovery(ctx.app, ctx.actor, input)),

  cancelRecovery: administratorCall("traders.recover", {
    rest: "DELETE /admin/user/{id}/remove-second-factor",
    summary: "Cancel the removal of a trader's second factor",
    description: "The trader is notified. Returns 409 if none is under way.",
    response: { message: "The second factor stays" },
    errors: [409],
    event: "authz_admin",
    example: { reason: "The trader has found the phone" },
  })
    .input(cancelRecoveryInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await cancelRecovery(ctx.app, ctx.actor, input);
      return { message: "The second factor stays" };
    }),
});
