import { callsAbout } from "../../calls/procedures.ts";
import { factorRefusals } from "../../calls/security-events.ts";
import { requirePerson } from "../tokens/authenticate-token.ts";
import type { Declaration } from "../../calls/call.ts";
import { renewRecoveryCodes } from "./change-factor.ts";
import {
  addedFactor,
  confirmTotpInput,
  proofForIdInput,
  proofInput,
  recoveryCodesAnswer,
  secondFactor,
  totpSetup,
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

/** What the calls about a second factor share; they are the same for traders and administrators. */
function factorCalls(kind: "trader" | "administrator") {
  const isTrader = kind === "trader";
  const { selfCall } = callsAbout(isTrader ? "Trader" : "Administration");
  return {
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
function totpCalls({ factorCall, path, change, proof }: FactorCalls) {
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
      summary: "Turn the authenticator app on with its first code",
      description: "Ends your other sessions.",
      errors: [409, 429],
      example: { code: "492039" },
    })
      .input(confirmTotpInput)
      .output(addedFactor)
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
function passkeyCalls({ factorCall, path, change, proof }: FactorCalls) {
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
      summary: "Add the passkey that the browser has created",
      description: "Ends your other sessions. By default, the passkey is named after the device.",
      errors: [409],
      successStatus: 201,
      example: { credential: exampleRegistration, label: "Chrome on macOS" },
    })
      .input(addPasskeyInput)
      .output(addedFactor)
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
