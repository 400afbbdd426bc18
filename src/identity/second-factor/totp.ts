import { LockMode } from "@mikro-orm/core";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { fromNow } from "../../platform/time/clock.ts";
import { HOUR } from "../../platform/time/durations.rule.ts";
import { invalidField, RefusalError } from "../../platform/errors.ts";
import { awaitConfirmation, needsConfirmation, voidConfirmation } from "./confirm-by-mail.ts";
import { makeRecoveryCodes } from "./recovery-codes.ts";
import { type AddedCodes, addFactor, prepareCodes, removeFactor } from "./change-factor.ts";
import { lockPerson, ownedBy, personOf, type SelfActor } from "./person.ts";
import {
  acceptTotpCode,
  countCodeAttempt,
  encryptTotpSecret,
  proveIdentity,
  resetCodeAttempts,
} from "./prove-identity.ts";
import { removeApp } from "./removed-factors.ts";
import { TotpFactor } from "./second-factor.entity.ts";
import type {
  AddedFactor,
  Proof,
  SecondFactor,
  TotpSetup,
  WaitingFactor,
} from "./second-factor.schema.ts";
import { readSecondFactor } from "./second-factor.queries.ts";
import { generateTotpSecret, totpUri } from "./totp.rule.ts";

/** The time within which a first code must confirm the secret. */
const SETUP_TIME = HOUR;

const lockMode = LockMode.PESSIMISTIC_WRITE;

/**
 * Creates a secret for an authenticator app, which has no effect before `confirmTotp`. Starting again replaces it.
 * @throws RefusalError if the proof is wrong, or an app is set up already
 */
export async function startTotp(
  context: Context,
  actor: SelfActor,
  proof: Proof,
): Promise<TotpSetup> {
  await proveIdentity(context, actor, proof);
  const person = personOf(actor);
  const secret = generateTotpSecret();
  await inTransaction(context.database, async (transaction) => {
    await lockPerson(transaction, actor);
    if (actor.kind === "trader") await voidConfirmation(kyselyOf(transaction), person.id);
    const existing = await transaction.findOne(TotpFactor, ownedBy(person), { lockMode });
    if (existing?.confirmedAt)
      throw new RefusalError(
        "conflict",
        "An authenticator app is already set up. Turn it off first.",
      );
    const createdAt = context.clock.now();
    const factor =
      existing ?? transaction.create(TotpFactor, { ...ownedBy(person), secret: "", createdAt });
    // The encrypted secret is bound to the id.
    await transaction.flush();
    const sealed = encryptTotpSecret(context.cipher, factor.id, secret);
    transaction.assign(factor, { secret: sealed, createdAt, lastUsedStep: null });
  });
  const account = actor.kind === "trader" ? actor.trader.email : actor.label;
  const { name } = await context.letterhead(context.database.kysely);
  return { secret, uri: totpUri(secret, name, account) };
}

/**
 * Turns the app on with its first code. A trader's first factor counts only after the link in a mail was opened.
 * @throws RefusalError if the code is wrong, or no set-up was started within the last hour
 */
export async function confirmTotp(
  context: Context,
  actor: SelfActor,
  code: string,
): Promise<AddedFactor | WaitingFactor> {
  const person = personOf(actor);
  await countCodeAttempt(context, actor.caller, person);
  const newCodes = await prepareCodes(context, actor);
  const work = async (
    transaction: Transaction,
  ): Promise<AddedCodes | WaitingFactor | undefined> => {
    await lockPerson(transaction, actor);
    const started = await transaction.findOne(
      TotpFactor,
      {
        ...ownedBy(person),
        confirmedAt: null,
        createdAt: { $gt: fromNow(context.clock, -SETUP_TIME) },
      },
      { lockMode },
    );
    if (!started)
      throw new RefusalError(
        "conflict",
        "The set-up was not started, or has expired. Start again.",
      );
    if (!acceptTotpCode(context, started, code)) return undefined;
    if (actor.kind === "trader" && (await needsConfirmation(kyselyOf(transaction), person)))
      return awaitConfirmation(context, transaction, actor, {
        passkey: null,
        codes: newCodes ?? (await makeRecoveryCodes()),
      });
    return addFactor(context, transaction, actor, {
      action: "second-factor.totp-added",
      notice: { what: "totp-added" },
      newCodes,
      add: async (at) => {
        started.confirmedAt = at;
        await transaction.flush();
      },
    });
  };
  const added = await inTransaction(context.database, work);
  if (!added)
    throw invalidField(
      "code",
      "This code is incorrect. Check the time of your device, and try the next one.",
    );
  await resetCodeAttempts(context, actor.caller, person);
  if ("confirmBy" in added) return added;
  return { ...added, secondFactor: await readSecondFactor(context, person) };
}

/**
 * Turns the authenticator app off.
 * @throws RefusalError if the proof is wrong, no app is set up, or the team requires a second factor and this is
 *   the last one
 */
export async function turnOffTotp(
  context: Context,
  actor: SelfActor,
  proof: Proof,
): Promise<SecondFactor> {
  await proveIdentity(context, actor, proof);
  return removeFactor(context, actor, async (transaction, at) => {
    if (!(await removeApp(transaction, personOf(actor), at)))
      throw new RefusalError("conflict", "No authenticator app is set up");
    return { action: "second-factor.totp-removed", notice: { what: "totp-removed" } };
  });
}
