import { LockMode } from "@mikro-orm/core";
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { describeDevice } from "../sessions/device.ts";
import { invalidField, notFound, RefusalError } from "../../platform/errors.ts";
import { awaitConfirmation, needsConfirmation } from "./confirm-by-mail.ts";
import { makeRecoveryCodes } from "./recovery-codes.ts";
import { type AddedCodes, addFactor, prepareCodes, removeFactor } from "./change-factor.ts";
import {
  CHALLENGE_LIFETIME,
  loadWebAuthn,
  requirePasskeySite,
  storeChallenge,
  takeChallenge,
  userHandleOf,
} from "./webauthn.ts";
import type {
  addPasskeyInput,
  PasskeyCreation,
  RegistrationResponse,
  renamePasskeyInput,
} from "./passkey.schema.ts";
import {
  lockPerson,
  ownedBy,
  ownerColumn,
  ownerColumns,
  personOf,
  recordChange,
  type SelfActor,
} from "./person.ts";
import { proveIdentity } from "./prove-identity.ts";
import { removePasskeys } from "./removed-factors.ts";
import { readSecondFactor } from "./second-factor.queries.ts";
import type { AddedFactor, Proof, SecondFactor, WaitingFactor } from "./second-factor.schema.ts";
import { Passkey, type Person } from "./second-factor.entity.ts";
import { changesBetween, hasChanges } from "../audit/audit-event.rule.ts";

/** EdDSA, ES256 and RS256: the algorithms that authenticators use and every instance can verify. */
const algorithms = [-8, -7, -257];

const MAX_PASSKEYS = 20;

/**
 * Returns the options with which the browser creates a passkey.
 * @throws RefusalError if the proof is wrong, there are too many passkeys, or passkeys cannot work at the public
 *   address
 */
export async function startPasskey(
  context: Context,
  actor: SelfActor,
  proof: Proof,
): Promise<PasskeyCreation> {
  const { config, database } = context;
  const { rpId } = requirePasskeySite(config);
  await proveIdentity(context, actor, proof);
  const person = personOf(actor);
  const present = await database.kysely
    .selectFrom("passkeys")
    .select(["credential_id as id", "transports"])
    .where(ownerColumn(person), "=", person.id)
    .execute();
  requireRoom(present.length);
  const { name } = await context.letterhead(database.kysely);
  const isTrader = actor.kind === "trader";
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: rpId,
    userID: userHandleOf(person),
    userName: isTrader ? actor.trader.email : `${actor.label} (administrator)`,
    userDisplayName: isTrader ? (actor.trader.fullName ?? actor.trader.email) : actor.label,
    timeout: CHALLENGE_LIFETIME,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: present,
    // The passkey is found without typing a name, and is both factors in one: a device, and a PIN or a fingerprint.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await storeChallenge(context, options.challenge, { purpose: "registration", person });
  return passkeyCreationOf(options);
}

function requireRoom(present: number): void {
  if (present < MAX_PASSKEYS) return;
  throw new RefusalError(
    "conflict",
    `Remove a passkey first: there can be at most ${MAX_PASSKEYS}.`,
  );
}

/** Narrows the options, because the types of the library are wider than what it returns. */
function passkeyCreationOf(options: PublicKeyCredentialCreationOptionsJSON): PasskeyCreation {
  const { excludeCredentials = [], attestation, authenticatorSelection, ...others } = options;
  return {
    ...others,
    ...(authenticatorSelection && { authenticatorSelection }),
    ...(attestation && { attestation }),
    excludeCredentials: excludeCredentials.map(({ id, transports }) => ({
      id,
      type: "public-key",
      ...(transports && { transports }),
    })),
  };
}

/**
 * Adds the passkey that the browser has created. A trader's first factor counts only after the link in a mail was opened.
 * @throws RefusalError if it does not match a challenge issued to this person within the last five minutes, belongs
 *   to another address, or there are too many passkeys
 */
export async function addPasskey(
  context: Context,
  actor: SelfActor,
  input: z.output<typeof addPasskeyInput>,
): Promise<AddedFactor | WaitingFactor> {
  const person = personOf(actor);
  const made = await verifyRegistration(context, actor, input.credential);
  const label = input.label ?? describeDevice(actor.caller.userAgent);
  const newCodes = await prepareCodes(context, actor);
  const work = async (transaction: Transaction): Promise<AddedCodes | WaitingFactor> => {
    await lockPerson(transaction, actor);
    const kysely = kyselyOf(transaction);
    const known = await kysely
      .selectFrom("passkeys")
      .select("id")
      .where("credential_id", "=", made.id)
      .executeTakeFirst();
    if (known) throw new RefusalError("conflict", "This passkey is already registered");
    // More may have been prepared than there is room for.
    requireRoom(await countPasskeys(kysely, person));
    const transports = input.credential.response.transports ?? [];
    if (actor.kind === "trader" && (await needsConfirmation(kysely, person)))
      return awaitConfirmation(context, transaction, actor, {
        passkey: {
          credentialId: made.id,
          publicKey: Buffer.from(made.publicKey).toString("base64url"),
          counter: String(made.counter),
          transports,
          label,
        },
        codes: newCodes ?? (await makeRecoveryCodes()),
      });
    return addFactor(context, transaction, actor, {
      action: "passkey.added",
      changes: { passkey: { from: null, to: label } },
      notice: { what: "passkey-added", label },
      newCodes,
      add: (at) =>
        kysely
          .insertInto("passkeys")
          .values({
            ...ownerColumns(person),
            credential_id: made.id,
            public_key: Buffer.from(made.publicKey),
            counter: String(made.counter),
            transports,
            label,
            created_at: at.toISOString(),
          })
          .execute(),
    });
  };
  const added = await inTransaction(context.database, work);
  if ("confirmBy" in added) return added;
  return { ...added, secondFactor: await readSecondFactor(context, person) };
}

async function countPasskeys(kysely: Kysely<Tables>, person: Person): Promise<number> {
  const { count } = await kysely
    .selectFrom("passkeys")
    .select(sql<number>`count(*)::int`.as("count"))
    .where(ownerColumn(person), "=", person.id)
    .executeTakeFirstOrThrow();
  return count;
}

async function verifyRegistration(
  context: Context,
  actor: SelfActor,
  response: RegistrationResponse,
) {
  const { origin, rpId } = requirePasskeySite(context.config);
  const expected = { purpose: "registration", person: personOf(actor) } as const;
  const challenge = await takeChallenge(context, response.response.clientDataJSON, expected);
  if (challenge === undefined)
    throw invalidField(
      "credential",
      "This took too long, or was sent twice. Add the passkey again.",
    );
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  if (!verified?.verified)
    throw invalidField("credential", "The passkey could not be verified. Add it again.");
  return verified.registrationInfo.credential;
}

/** @throws RefusalError if the passkey does not exist or belongs to another person */
export async function renamePasskey(
  context: Context,
  actor: SelfActor,
  { id, label }: z.output<typeof renamePasskeyInput>,
): Promise<SecondFactor> {
  const person = personOf(actor);
  await inTransaction(context.database, async (transaction) => {
    const passkey = await transaction.findOne(
      Passkey,
      { id, ...ownedBy(person) },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!passkey) throw notFound("Passkey");
    const changes = changesBetween({ passkey: passkey.label }, { passkey: label });
    if (!hasChanges(changes)) return;
    passkey.label = label;
    const at = context.clock.now();
    await recordChange(context, transaction, actor, { action: "passkey.renamed", changes, at });
  });
  return readSecondFactor(context, person);
}

/**
 * @throws RefusalError if the proof is wrong, the passkey does not exist or belongs to another person, or the team
 *   requires a second factor and this is the last one
 */
export async function removePasskey(
  context: Context,
  actor: SelfActor,
  { id, ...proof }: Proof & { id: number },
): Promise<SecondFactor> {
  await requireOwnPasskey(context, actor, id);
  await proveIdentity(context, actor, proof);
  return removeFactor(context, actor, async (transaction, at) => {
    const [label] = await removePasskeys(transaction, personOf(actor), at, { id });
    if (label === undefined) throw notFound("Passkey");
    return {
      action: "passkey.removed",
      changes: { passkey: { from: label, to: null } },
      notice: { what: "passkey-removed", label },
    };
  });
}

/** Called before the proof, so that no code is redeemed for a passkey that does not exist. */
async function requireOwnPasskey({ database }: Context, actor: SelfActor, id: number) {
  const person = personOf(actor);
  const passkey = await database.kysely
    .selectFrom("passkeys")
    .select("id")
    .where("id", "=", id)
    .where(ownerColumn(person), "=", person.id)
    .executeTakeFirst();
  if (!passkey) throw notFound("Passkey");
}
