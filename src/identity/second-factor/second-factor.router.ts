import { callsAbout } from "../../calls/procedures.ts";
import { factorRefusals } from "../../calls/security-events.ts";
import { requirePerson } from "../tokens/authenticate-token.ts";
import type { Declaration } from "../../calls/call.ts";
import { renewRecoveryCodes } from "./change-factor.ts";
import { limitAttempts } from "../../calls/limit-attempts.ts";
import { message } from "../../platform/fields/fields.schema.ts";
import { z } from "zod";
import { confirmByMail, resendConfirmation } from "./confirm-by-mail.ts";
import {
  type AddedFactor,
  addedFactor,
  mailedTokenInput,
  confirmTotpInput,
  proofForIdInput,
  proofInput,
  recoveryCodesAnswer,
  secondFactor,
  totpSetup,
  type WaitingFactor,
  waitingFactor,
} from "./second-factor.schema.ts";
import { confirmTotp, startTotp, turnOffTotp } from "./totp.ts";
import { addPasskey, removePasskey, renamePasskey, startPasskey } from "./passkeys.ts";
import { addPasskeyInput, passkeyCreation, renamePasskeyInput } from "./passkey.schema.ts";
import { t } from "../../calls/trpc.ts";
import { personOf } from "./person.ts";
import { readSecondFactor } from "./second-factor.queries.ts";

/** Shortened: a browser returns some hundred characters more. */
const exampleRegistration = {
  id: "AXcYdl9v3hQ5tXQO1fG4bQ",
  rawId: "AXcYdl9v3hQ5tXQO1fG4bQ",
  type: "public-key",
  response: {
    clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
    attestationObject: "o2NmbXRkbm9uZQ",
    transports: ["internal"],
  },
};

export const traderSecondFactorRouter = secondFactorRouter("trader");
export const adminSecondFactorRouter = secondFactorRouter("administrator");

/** Creates the calls about one's own second factor. */
function secondFactorRouter(kind: "trader" | "administrator") {
  const calls = factorCalls(kind);
  const { factorCall, path, change, proof } = calls;
  return t.router({
    get: factorCall({
      rest: `GET ${path}`,
      summary: "Get your second factor",
      description: "Returns which factors are set up, without their secrets.",
    })
      .output(secondFactor)
      .query(({ ctx }) => readSecondFactor(ctx.app, personOf(requirePerson(ctx.actor)))),

    ...totpCalls(calls),

    renewRecoveryCodes: factorCall({
      ...change,
      rest: `POST ${path}/recovery-codes`,
      summary: "Create new recovery codes",
      description:
        "The previous codes stop working. The new ones are only returned in this response.",
      errors: [409, 429],
      successStatus: 201,
      example: proof,
    })
      .input(proofInput)
      .output(recoveryCodesAnswer)
      .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.app, requirePerson(ctx.actor), input)),

    ...passkeyCalls(calls),
  });
}

const { publicCall } = callsAbout("Session");
const { traderCall } = callsAbout("Trader");

/** Calls that confirm a trader's first factor by a mailed link. */
export const factorConfirmationProcedures = {
  confirmSecondFactor: publicCall({
    rest: "POST /user/second-factor/confirm-mail",
    summary: "Confirm a first second factor with the token from the mail",
    description:
      "The token is valid for one hour and one use, from any browser. From then on, signing in needs the factor. Ends the trader's sessions, except the one that added it.",
    response: { message: "Signing in now needs your second factor" },
    errors: [409],
    event: "authn_factor_change",
    refusalEvents: factorRefusals,
    example: { token: "sXyN1cB0bGVhc2UgdXNlIHlvdXIgb3duIHRva2VuISE" },
  })
    .input(mailedTokenInput)
    .use(limitAttempts("emailTokenByAddress", ({ ctx }) => ctx.caller.address, { refund: true }))
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await confirmByMail(ctx.app, ctx.caller, input.token);
      return { message: "Signing in now needs your second factor" };
    }),

  sendFactorConfirmation: traderCall({
    rest: "POST /user/second-factor/confirm-mail/send",
    summary: "Send the link that confirms a first second factor again",
    description: "The new link replaces the earlier one. At most five per hour.",
    response: { message: "A new link is on its way" },
    errors: [409],
  })
    .use(limitAttempts("verificationMailByTrader", ({ ctx }) => String(ctx.actor.trader.id)))
    .output(message)
    .mutation(async ({ ctx }) => {
      await resendConfirmation(ctx.app, ctx.actor);
      return { message: "A new link is on its way" };
    }),
};

/** What the calls about a second factor share; they are the same for traders and administrators. */
function factorCalls(kind: "trader" | "administrator") {
  const isTrader = kind === "trader";
  const { selfCall } = callsAbout(isTrader ? "Trader" : "Administration");
  return {
    /** A trader's first factor waits for a mail. */
    added: (isTrader ? z.union([addedFactor, waitingFactor]) : addedFactor) as z.ZodType<
      AddedFactor | WaitingFactor
    >,
    waits: isTrader ? { acceptedIf: "confirmBy" } : {},
    waitingWords: isTrader
      ? " Your first factor counts only after you open the link in a mail, within an hour; until then nothing changes."
      : "",
    factorCall: (declaration: Declaration) => selfCall(kind, declaration),
    path: isTrader ? "/user/second-factor" : "/admin/me/second-factor",
    /** The properties of calls that add, remove or replace a factor. */
    change: { event: "authn_factor_change", refusalEvents: factorRefusals },
    /** The example of an input that proves the person's identity. */
    proof: { password: isTrader ? "correct horse" : "the access key" },
  } as const;
}

type FactorCalls = ReturnType<typeof factorCalls>;

/** The calls about one's own authenticator app. */
function totpCalls({ factorCall, path, change, proof, added, waits, waitingWords }: FactorCalls) {
  return {
    startTotp: factorCall({
      ...change,
      rest: `POST ${path}/totp`,
      summary: "Create a secret for an authenticator app",
      description:
        "Has no effect until a code from the app confirms it within an hour. Calling it again replaces the secret.",
      errors: [409, 429],
      successStatus: 201,
      example: proof,
    })
      .input(proofInput)
      .output(totpSetup)
      .mutation(({ ctx, input }) => startTotp(ctx.app, requirePerson(ctx.actor), input)),

    confirmTotp: factorCall({
      ...change,
      rest: `POST ${path}/totp/confirm`,
      ...waits,
      summary: "Turn the authenticator app on with its first code",
      description: `Ends your other sessions.${waitingWords}`,
      errors: [409, 429],
      example: { code: "492039" },
    })
      .input(confirmTotpInput)
      .output(added)
      .mutation(({ ctx, input }) => confirmTotp(ctx.app, requirePerson(ctx.actor), input.code)),

    turnOffTotp: factorCall({
      ...change,
      rest: `POST ${path}/totp/turn-off`,
      summary: "Turn the authenticator app off",
      description: "Ends your other sessions. Recovery codes are removed with the last factor.",
      errors: [409, 429],
      example: proof,
    })
      .input(proofInput)
      .output(secondFactor)
      .mutation(({ ctx, input }) => turnOffTotp(ctx.app, requirePerson(ctx.actor), input)),
  };
}

/** The calls about one's own passkeys. */
function passkeyCalls({
  factorCall,
  path,
  change,
  proof,
  added,
  waits,
  waitingWords,
}: FactorCalls) {
  return {
    startPasskey: factorCall({
      ...change,
      rest: `POST ${path}/passkeys/options`,
      summary: "Prepare a new passkey",
      description:
        "The response is for `navigator.credentials.create()`, which works only at `passkeyOrigin`.",
      errors: [409, 429],
      successStatus: 201,
      example: proof,
    })
      .input(proofInput)
      .output(passkeyCreation)
      .mutation(({ ctx, input }) => startPasskey(ctx.app, requirePerson(ctx.actor), input)),

    addPasskey: factorCall({
      ...change,
      rest: `POST ${path}/passkeys`,
      ...waits,
      summary: "Add the passkey that the browser has created",
      description: `Ends your other sessions. By default, the passkey is named after the device.${waitingWords}`,
      errors: [409],
      successStatus: 201,
      example: { credential: exampleRegistration, label: "Chrome on macOS" },
    })
      .input(addPasskeyInput)
      .output(added)
      .mutation(({ ctx, input }) => addPasskey(ctx.app, requirePerson(ctx.actor), input)),

    renamePasskey: factorCall({
      rest: `PATCH ${path}/passkeys/{id}`,
      summary: "Rename a passkey",
      description: "The name only helps to recognise it.",
      event: "user_updated",
      example: { label: "Security key in the safe" },
    })
      .input(renamePasskeyInput)
      .output(secondFactor)
      .mutation(({ ctx, input }) => renamePasskey(ctx.app, requirePerson(ctx.actor), input)),

    removePasskey: factorCall({
      ...change,
      rest: `POST ${path}/passkeys/{id}/remove`,
      summary: "Remove a passkey",
      description: "Ends your other sessions. Recovery codes are removed with the last factor.",
      errors: [409, 429],
      example: proof,
    })
      .input(proofForIdInput)
      .output(secondFactor)
      .mutation(({ ctx, input }) => removePasskey(ctx.app, requirePerson(ctx.actor), input)),
  };
}
