import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { Caller } from "../audit/record-event.ts";
import { RefusalError } from "../../platform/errors.ts";
import {
  CHALLENGE_LIFETIME,
  loadWebAuthn,
  requirePasskeySite,
  storeChallenge,
  takeChallenge,
  userHandleOf,
} from "./webauthn.ts";
import type { AuthenticationResponse, PasskeyRequest } from "./passkey.schema.ts";
import { ownerColumn } from "./person.ts";
import type { Person } from "./second-factor.entity.ts";

/** A passkey that has signed a challenge of this server. Only `verifyPasskey` creates one. */
export interface VerifiedPasskey {
  id: number;
  ownerId: number;
  label: string;
  /** The number of signatures of the authenticator; always 0 if it does not count them. */
  counter: number;
}

/**
 * Creates a challenge for any passkey of this site, which reveals nothing about a person.
 * @throws RefusalError if passkeys cannot work at the public address, or after too many calls from one address
 */
export async function requestPasskey(
  context: Context,
  caller: Caller,
  kind: Person["kind"],
): Promise<PasskeyRequest> {
  const { rpId } = requirePasskeySite(context.config);
  await context.throttle.consume("passkeyByAddress", caller.address);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const { challenge, timeout, userVerification } = await generateAuthenticationOptions({
    rpID: rpId,
    userVerification: "required",
    timeout: CHALLENGE_LIFETIME,
  });
  await storeChallenge(context, challenge, { purpose: kind });
  return {
    challenge,
    rpId,
    ...(timeout !== undefined && { timeout }),
    ...(userVerification && { userVerification }),
  };
}

/**
 * Verifies the response of a browser to `requestPasskey`.
 * @returns `undefined` if it is invalid, or the passkey belongs to the other kind of person
 * @throws RefusalError after too many calls from one address
 */
export async function verifyPasskey(
  context: Context,
  caller: Caller,
  { kind, response }: { kind: Person["kind"]; response: AuthenticationResponse },
): Promise<VerifiedPasskey | undefined> {
  const { origin, rpId } = requirePasskeySite(context.config);
  await context.throttle.consume("passkeyByAddress", caller.address);
  const { clientDataJSON, userHandle } = response.response;
  const challenge = await takeChallenge(context, clientDataJSON, { purpose: kind });
  if (challenge === undefined) return undefined;
  const column = ownerColumn({ kind, id: 0 });
  const passkey = await context.database.kysely
    .selectFrom("passkeys")
    .select(["id", `${column} as ownerId`, "label", "public_key as publicKey"])
    .where("credential_id", "=", response.id)
    .where(column, "is not", null)
    .executeTakeFirst();
  if (!passkey || passkey.ownerId === null) return undefined;
  const { id, ownerId, label, publicKey } = passkey;
  const handle = userHandleOf({ kind, id: ownerId }).toString("base64url");
  if (userHandle !== undefined && userHandle !== handle) return undefined;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    // The counter is compared by `countUse`, under a lock.
    credential: { id: response.id, publicKey: Uint8Array.from(publicKey), counter: 0 },
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  return { id, ownerId, label, counter: verified.authenticationInfo.newCounter };
}

/**
 * Stores the counter of an authenticator. If it has not increased, there may be a copy of the authenticator.
 * @returns false if the counter has not increased, unless it is always 0, or if the passkey has been removed
 */
export async function countUse(
  { clock }: Context,
  transaction: Transaction,
  { id, counter }: VerifiedPasskey,
): Promise<boolean> {
  const used = await kyselyOf(transaction)
    .updateTable("passkeys")
    .set({ counter: String(counter), last_used_at: clock.now().toISOString() })
    .where("id", "=", id)
    .where("counter", counter === 0 ? "=" : "<", String(counter))
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
}

export const unknownPasskey = () =>
  new RefusalError("unauthenticated", "This passkey was not accepted. Sign in another way.");
