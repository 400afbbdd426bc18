import { startAuthentication, startRegistration, WebAuthnError } from "@simplewebauthn/browser";
import type { PasskeyCreation } from "../../../src/identity/second-factor/passkey.schema.ts";
import { trpcClient } from "../../trpc.ts";

/** @throws with a message for the user if the browser provided no passkey or the server refused it */
export async function signInTrader(remember: boolean) {
  const optionsJSON = await trpcClient.auth.passkeyOptions.mutate();
  const credential = await ask(() => startAuthentication({ optionsJSON }), optionsJSON.rpId);
  return trpcClient.auth.loginWithPasskey.mutate({ credential, remember });
}

/** Signs with a passkey of the signed-in trader, to confirm a change. @throws with a message for the user */
export async function signWithPasskey() {
  const optionsJSON = await trpcClient.auth.passkeyOptions.mutate();
  return ask(() => startAuthentication({ optionsJSON }), optionsJSON.rpId);
}

/** Like `signInTrader`, for administrators. */
export async function signInAdministrator() {
  const optionsJSON = await trpcClient.admin.passkeyOptions.mutate();
  const credential = await ask(() => startAuthentication({ optionsJSON }), optionsJSON.rpId);
  return trpcClient.admin.loginWithPasskey.mutate({ credential });
}

/**
 * Creates a passkey.
 * @throws with a message for the user
 */
export function createPasskey(optionsJSON: PasskeyCreation) {
  return ask(() => startRegistration({ optionsJSON }), optionsJSON.rp.id);
}

async function ask<Answer>(start: () => Promise<Answer>, site = ""): Promise<Answer> {
  try {
    return await start();
  } catch (error) {
    throw new Error(describe(error, site), { cause: error });
  }
}

/** Browsers report most failures alike, so that pages cannot learn which passkeys exist. */
function describe(error: unknown, site: string): string {
  if (error instanceof WebAuthnError) {
    if (error.code === "ERROR_INVALID_DOMAIN" || error.code === "ERROR_INVALID_RP_ID")
      return `Passkeys work only at ${site}, not at this address.`;
    if (error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
      return "This device already has one of your passkeys.";
    if (error.code === "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT")
      return "This authenticator has no PIN or fingerprint. Use another one.";
  }
  if (typeof PublicKeyCredential === "undefined")
    return "Passkeys need a newer browser and a secure connection.";
  return "No passkey was used: it was cancelled, or took too long.";
}
