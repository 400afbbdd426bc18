import { type Cipher, seal, type SealedColumns, unseal } from "../../platform/vault/cipher.ts";
import { type InferEntity, LockMode } from "@mikro-orm/core";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { invalidField, RefusalError } from "../../platform/errors.ts";
import { isAccessKeyOf } from "../team/administrators.ts";
import { verifyPassword } from "../passwords/hash.ts";
import {
  type AuditedSelf,
  ownedBy,
  personKey,
  personOf,
  recordUsedCode,
  type SelfActor,
} from "./person.ts";
import type { Proof, SecondFactorMethod } from "./second-factor.schema.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { Caller } from "../audit/record-event.ts";
import { redeemRecoveryCode } from "./recovery-codes.ts";
import { type Person, TotpFactor } from "./second-factor.entity.ts";
import { acceptedStep } from "./totp.rule.ts";
import { readMethods } from "./second-factor.queries.ts";

/**
 * Requires the password or access key again, or a code, because a session that was left open or stolen must not suffice
 * to change how its owner signs in.
 * @throws RefusalError if the proof is missing or wrong, or after too many wrong ones
 */
export async function proveIdentity(
  context: Context,
  actor: SelfActor,
  { password, code }: Proof,
): Promise<void> {
  if (password) return provePassword(context, actor, password);
  if (code) return proveCode(context, actor, code);
  const what = actor.kind === "trader" ? "current password" : "access key";
  throw invalidField("password", `Enter your ${what}, or a code`);
}

async function provePassword(context: Context, actor: SelfActor, password: string): Promise<void> {
  const { throttle } = context;
  const [limit, key] =
    actor.kind === "trader"
      ? (["currentPasswordByTrader", String(actor.trader.id)] as const)
      : (["secondFactorByPerson", personKey(personOf(actor))] as const);
  await throttle.consume(limit, key);
  const isRight =
    actor.kind === "trader"
      ? await isPasswordOf(context, actor.trader.id, password)
      : await isAccessKeyOf(context, actor.id, password);
  if (!isRight) {
    const what = actor.kind === "trader" ? "Current password" : "Access key";
    throw invalidField("password", `${what} is incorrect`);
  }
  await throttle.reset(limit, key);
}

async function isPasswordOf({ database }: Context, id: number, password: string): Promise<boolean> {
  const row = await database.kysely
    .selectFrom("users")
    .select("password")
    .where("id", "=", id)
    .executeTakeFirst();
  return verifyPassword(row?.password ?? null, password);
}

async function proveCode(context: Context, actor: SelfActor, code: string): Promise<void> {
  const person = personOf(actor);
  await countCodeAttempt(context, actor.caller, person);
  const isRight = await inTransaction(context.database, async (transaction) => {
    const used = await redeemCode(context, transaction, person, code);
    if (used === "recovery-code") await recordUsedCode(context, transaction, actor);
    return used !== undefined;
  });
  if (!isRight) throw invalidField("code", "This code is incorrect or has already been used");
  await resetCodeAttempts(context, actor.caller, person);
}

/**
 * Checks the second factor of a sign-in after the password or access key, and redeems the code.
 * @returns a refusal if the code is missing or wrong; `undefined` if it is correct, or no second factor is set up
 */
export async function checkSecondFactor(
  context: Context,
  transaction: Transaction,
  actor: AuditedSelf,
  code: string | undefined,
): Promise<RefusalError | undefined> {
  const person = personOf(actor);
  const methods = await readMethods(kyselyOf(transaction), person);
  if (methods.length === 0) return undefined;
  if (!code) {
    const reason = "second_factor_required";
    return new RefusalError("unauthenticated", describeNext(methods), { reason, methods });
  }
  const used = await redeemCode(context, transaction, person, code);
  if (used === undefined) {
    const reason = "second_factor_incorrect";
    const message = "This code is incorrect or has already been used";
    return new RefusalError("unauthenticated", message, { reason, methods });
  }
  if (used === "recovery-code") await recordUsedCode(context, transaction, actor);
  return undefined;
}

function describeNext(methods: SecondFactorMethod[]): string {
  return methods.includes("totp")
    ? "Enter the code of your authenticator app to sign in"
    : "Use your passkey, or a recovery code, to sign in";
}

type UsedCode = "totp" | "recovery-code";

/**
 * Counts an attempt to enter a code. Call it before the transaction that uses the code.
 * @throws RefusalError after too many attempts for one person, or from one address
 */
export async function countCodeAttempt(
  { throttle }: Context,
  caller: Caller,
  person: Person,
): Promise<void> {
  await throttle.consume("secondFactorByAddress", caller.address);
  await throttle.consume("secondFactorByPerson", personKey(person));
}

/** Resets the count of attempts after a correct code. */
export async function resetCodeAttempts(
  { throttle }: Context,
  caller: Caller,
  person: Person,
): Promise<void> {
  await throttle.refund("secondFactorByAddress", caller.address);
  await throttle.reset("secondFactorByPerson", personKey(person));
}

/**
 * Redeems a code of the person's app, or a recovery code. It is not accepted again, not even in a concurrent call.
 * @returns which kind of code it was, or `undefined` if it is not accepted
 */
async function redeemCode(
  context: Context,
  transaction: Transaction,
  person: Person,
  code: string,
): Promise<UsedCode | undefined> {
  if (await redeemTotpCode(context, transaction, person, code)) return "totp";
  return (await redeemRecoveryCode(context, transaction, person, code))
    ? "recovery-code"
    : undefined;
}

async function redeemTotpCode(
  context: Context,
  transaction: Transaction,
  person: Person,
  code: string,
): Promise<boolean> {
  const factor = await transaction.findOne(
    TotpFactor,
    { ...ownedBy(person), confirmedAt: { $ne: null } },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  return factor !== null && acceptTotpCode(context, factor, code);
}

export const totpSecrets: SealedColumns = {
  label: "secrets of authenticator apps",
  title: "TOTP secrets",
  table: "totp_factors",
  columns: ["secret"],
  owner: "id",
  boundTo: "totp_factors.secret",
};

/** The same secrets after the app was turned off. They stay bound to the app, so that they can be moved back. */
export const removedTotpSecrets: SealedColumns = {
  ...totpSecrets,
  label: "secrets of removed authenticator apps",
  title: "Removed TOTP secrets",
  table: "removed_factors",
  owner: "factor_id",
};

export function encryptTotpSecret(cipher: Cipher, factorId: number, secret: string) {
  return seal(cipher, totpSecrets, factorId, secret);
}

/** Decrypts a secret in order to check codes. Users only see a secret while they set it up. */
export function decryptTotpSecret(cipher: Cipher, factorId: number, sealed: string) {
  return unseal(cipher, totpSecrets, factorId, sealed);
}

/** Redeems a code of an authenticator app. @param factor locked, so that no concurrent call accepts the code too */
export function acceptTotpCode(
  { cipher, clock }: Context,
  factor: InferEntity<typeof TotpFactor>,
  code: string,
): boolean {
  const step = acceptedStep(code, {
    secret: decryptTotpSecret(cipher, factor.id, factor.secret),
    lastUsedStep: factor.lastUsedStep === null ? null : Number(factor.lastUsedStep),
    now: clock.now(),
  });
  if (step === undefined) return false;
  factor.lastUsedStep = String(step);
  return true;
}
