import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { factorRefusals } from "../../../calls/security-events.ts";
import { t } from "../../../calls/trpc.ts";
import { listSavedDetails, removeDetails, saveDetails } from "./saved-details.ts";
import { removeDetailsInput, savedDetails, saveDetailsInput } from "./saved-details.schema.ts";

const { traderCall } = callsAbout("Trader");

const proof =
  "Requires a code or a passkey of a trader with a second factor, and the current password of one without.";

/** Where the trader is to be paid, saved to be chosen for requests. */
export const traderSavedDetailsRouter = t.router({
  list: traderCall({
    rest: "GET /user/payout-details",
    summary: "List your saved payout details, the last saved first",
    description: "At most one of each payment method. Requests may contain other details.",
  })
    .output(z.array(savedDetails))
    .query(({ ctx }) => listSavedDetails(ctx.app, ctx.actor.trader.id)),

  save: traderCall({
    rest: "PUT /user/payout-details",
    summary: "Save payout details in place of those of the same method",
    description: `${proof} The trader receives a mail.`,
    errors: [429],
    event: "user_updated",
    refusalEvents: factorRefusals,
    example: {
      paymentMethod: "paypal",
      paymentDetails: "olivia.bennett@example.com",
      password: "correct horse",
    },
  })
    .input(saveDetailsInput)
    .output(z.array(savedDetails))
    .mutation(({ ctx, input }) => saveDetails(ctx.app, ctx.actor, input)),

  remove: traderCall({
    rest: "POST /user/payout-details/remove",
    summary: "Remove the saved payout details of a method",
    description: `${proof} The trader receives a mail. Requests keep their details.`,
    errors: [404, 429],
    event: "user_updated",
    refusalEvents: factorRefusals,
    example: { paymentMethod: "paypal", password: "correct horse" },
  })
    .input(removeDetailsInput)
    .output(z.array(savedDetails))
    .mutation(({ ctx, input }) => removeDetails(ctx.app, ctx.actor, input)),
});
