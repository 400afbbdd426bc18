import { callsAbout } from "../../../calls/procedures.ts";
import { correctBalance } from "./correct-balance.ts";
import { correctInput, correction } from "./correction.schema.ts";

const { administratorCall } = callsAbout("Records");

/** Corrections of the trading record of an account. */
export const correctionProcedures = {
  correct: administratorCall("records.write", {
    rest: "POST /admin/user/{userId}/corrections",
    summary: "Correct a trader's balance",
    description:
      "Adds an operation of the kind `correction` now, for something that the platform will never report. To undo it, add another correction.",
    errors: [409],
    successStatus: 201,
    event: "authz_admin",
    scope: "records:write",
    example: { amount: "-25.00", reason: "Data fee for March" },
  })
    .input(correctInput)
    .output(correction)
    .mutation(({ ctx, input }) => correctBalance(ctx.app, ctx.actor, input)),
};
