import { requirePerson } from "../tokens/token-actor.ts";
import { call } from "../../calls/call.ts";
import type { FactorCalls } from "../../calls/factor-calls.ts";
import { turnOffTotp } from "./remove-factor.ts";
import {
  addedFactor,
  confirmTotpInput,
  proofInput,
  secondFactor,
  totpSetup,
} from "./second-factor.schema.ts";
import { confirmTotp, startTotp } from "./set-up-totp.ts";

/** The calls about one's own authenticator app. */
export function totpCalls({ procedure, path, change, proof }: FactorCalls) {
  return {
    startTotp: procedure
      .meta(
        call({
          ...change,
          rest: `POST ${path}/totp`,
          summary: "Create a secret for an authenticator app",
          description:
            "Has no effect until a code from the app confirms it within an hour. Calling it again replaces the secret.",
          errors: [400, 409, 429],
          successStatus: 201,
          example: proof,
        }),
      )
      .input(proofInput)
      .output(totpSetup)
      .mutation(({ ctx, input }) => startTotp(ctx.app, requirePerson(ctx.actor), input)),

    confirmTotp: procedure
      .meta(
        call({
          ...change,
          rest: `POST ${path}/totp/confirm`,
          summary: "Turn the authenticator app on with its first code",
          description: "Ends your other sessions.",
          errors: [400, 409, 429],
          example: { code: "492039" },
        }),
      )
      .input(confirmTotpInput)
      .output(addedFactor)
      .mutation(({ ctx, input }) => confirmTotp(ctx.app, requirePerson(ctx.actor), input.code)),

    turnOffTotp: procedure
      .meta(
        call({
          ...change,
          rest: `POST ${path}/totp/turn-off`,
          summary: "Turn the authenticator app off",
          description: "Ends your other sessions. Recovery codes are removed with the last factor.",
          errors: [400, 409, 429],
          example: proof,
        }),
      )
      .input(proofInput)
      .output(secondFactor)
      .mutation(({ ctx, input }) => turnOffTotp(ctx.app, requirePerson(ctx.actor), input)),
  };
}
