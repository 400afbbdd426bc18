import { requirePerson } from "../tokens/token-actor.ts";
import { call } from "../../calls/call.ts";
import type { FactorCalls } from "../../calls/factor-calls.ts";
import { addPasskey, startPasskey } from "./add-passkey.ts";
import { addPasskeyInput, passkeyCreation, renamePasskeyInput } from "./passkey.schema.ts";
import { removePasskey } from "./remove-factor.ts";
import { renamePasskey } from "./rename-passkey.ts";
import { addedFactor, proofForIdInput, proofInput, secondFactor } from "./second-factor.schema.ts";

/** The calls about one's own passkeys. */
export function passkeyCalls({ procedure, path, tag, change, proof }: FactorCalls) {
  return {
    startPasskey: procedure
      .meta(
        call({
          ...change,
          rest: `POST ${path}/passkeys/options`,
          summary: "Prepare a new passkey",
          description:
            "The response is for `navigator.credentials.create()`, which works only at `passkeyOrigin`.",
          errors: [400, 409, 429],
          successStatus: 201,
          example: proof,
        }),
      )
      .input(proofInput)
      .output(passkeyCreation)
      .mutation(({ ctx, input }) => startPasskey(ctx.app, requirePerson(ctx.actor), input)),

    addPasskey: procedure
      .meta(
        call({
          ...change,
          rest: `POST ${path}/passkeys`,
          summary: "Add the passkey that the browser has created",
          description:
            "Ends your other sessions. By default, the passkey is named after the device.",
          errors: [400, 409],
          successStatus: 201,
          example: { credential: exampleRegistration, label: "Chrome on macOS" },
        }),
      )
      .input(addPasskeyInput)
      .output(addedFactor)
      .mutation(({ ctx, input }) => addPasskey(ctx.app, requirePerson(ctx.actor), input)),

    renamePasskey: procedure
      .meta(
        call({
          rest: `PATCH ${path}/passkeys/{id}`,
          summary: "Rename a passkey",
          description: "The name only helps to recognise it.",
          tag,
          errors: [400, 404],
          event: "user_updated",
          example: { label: "Security key in the safe" },
        }),
      )
      .input(renamePasskeyInput)
      .output(secondFactor)
      .mutation(({ ctx, input }) => renamePasskey(ctx.app, requirePerson(ctx.actor), input)),

    removePasskey: procedure
      .meta(
        call({
          ...change,
          rest: `POST ${path}/passkeys/{id}/remove`,
          summary: "Remove a passkey",
          description: "Ends your other sessions. Recovery codes are removed with the last factor.",
          errors: [400, 404, 409, 429],
          example: proof,
        }),
      )
      .input(proofForIdInput)
      .output(secondFactor)
      .mutation(({ ctx, input }) => removePasskey(ctx.app, requirePerson(ctx.actor), input)),
  };
}

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
