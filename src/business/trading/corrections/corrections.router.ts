import { call } from "../../../calls/call.ts";
import { administratorProcedure } from "../../../calls/procedures.ts";
import { correctBalance } from "./correct-balance.ts";
import { correctInput, correction } from "./correction.schema.ts";

/** Corrections of the trading record of an account. */
export const correctionProcedures = {
  correct: administratorProcedure("records.write")
    .meta(
      call({
        rest: "POST /admin/user/{userId}/corrections",
        summary: "Correct a trader's balance",
        description:
          "Adds an operation of the kind `correction` now, for something that the platform will never report. To undo it, add another correction.",
        tag: "Records",
        errors: [400, 404, 409],
        successStatus: 201,
        event: "authz_admin",
        scope: "records:write",
        example: { amount: "-25.00", reason: "Data fee for March" },
      }),
    )
    .input(correctInput)
    .output(correction)
    .mutation(({ ctx, input }) => correctBalance(ctx.app, ctx.actor, input)),
};
