import { requirePerson } from "../tokens/token-actor.ts";
import { call } from "../../calls/call.ts";
import { factorCalls } from "../../calls/factor-calls.ts";
import { t } from "../../calls/trpc.ts";
import { passkeyCalls } from "./passkey.router.ts";
import { personOf } from "./person.ts";
import { renewRecoveryCodes } from "./renew-recovery-codes.ts";
import { readSecondFactor } from "./second-factor.queries.ts";
import { proofInput, recoveryCodesAnswer, secondFactor } from "./second-factor.schema.ts";
import { totpCalls } from "./totp.router.ts";

/** Creates the calls about one's own second factor. */
function secondFactorRouter(kind: "trader" | "administrator") {
  const calls = factorCalls(kind);
  const { procedure, path, tag, change, proof } = calls;
  return t.router({
    get: procedure
      .meta(
        call({
          rest: `GET ${path}`,
          summary: "Get your second factor",
          description: "Returns which factors are set up, without their secrets.",
          tag,
        }),
      )
      .output(secondFactor)
      .query(({ ctx }) => readSecondFactor(ctx.app, personOf(requirePerson(ctx.actor)))),

    ...totpCalls(calls),

    renewRecoveryCodes: procedure
      .meta(
        call({
          ...change,
          rest: `POST ${path}/recovery-codes`,
          summary: "Create new recovery codes",
          description:
            "The previous codes stop working. The new ones are only returned in this response.",
          errors: [400, 409, 429],
          successStatus: 201,
          example: proof,
        }),
      )
      .input(proofInput)
      .output(recoveryCodesAnswer)
      .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.app, requirePerson(ctx.actor), input)),

    ...passkeyCalls(calls),
  });
}

export const traderSecondFactorRouter = secondFactorRouter("trader");
export const adminSecondFactorRouter = secondFactorRouter("administrator");
