import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import type { Caller } from "../../platform/lib/caller.ts";
import { decryptTotpSecret } from "../../platform/vault/sealed-texts.ts";
import { ownerColumn, personKey } from "./person.ts";
import { redeemRecoveryCode } from "./recovery-codes.ts";
import type { Person } from "./second-factor.entity.ts";
import { acceptedStep } from "./totp.rule.ts";
import { RefusalError, type SecondFactorMethod } from "../../platform/lib/errors.ts";
import { type AuditedSelf, recordUsedCode } from "./record-change.ts";
import { readMethods } from "./second-factor.queries.ts";

export type UsedCode = "totp" | "recovery-code";

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
export async function redeemCode(
  context: Context,
  em: Em,
  person: Person,
  code: string,
): Promise<UsedCode | undefined> {
  if (await redeemTotpCode(context, em, person, code)) return "totp";
  return (await redeemRecoveryCode(context, em, person, code)) ? "recovery-code" : undefined;
}

/** @param options.isConfirmed false to check the first code of an app that is being set up */
export async function redeemTotpCode(
  { cipher, clock }: Context,
  em: Em,
  person: Person,
  code: string,
  { isConfirmed = true } = {},
): Promise<boolean> {
  const kysely = kyselyOf(em);
  const factor = await kysely
    .selectFrom("totp_factors")
    .select(["id", "secret", "last_used_step as lastUsedStep"])
    .where(ownerColumn(person), "=", person.id)
    .where("confirmed_at", isConfirmed ? "is not" : "is", null)
    .executeTakeFirst();
  if (!factor) return false;
  const step = acceptedStep(code, {
    secret: decryptTotpSecret(cipher, factor.id, factor.secret),
    lastUsedStep: factor.lastUsedStep === null ? null : Number(factor.lastUsedStep),
    now: clock.now(),
  });
  if (step === undefined) return false;
  const used = await kysely
    .updateTable("totp_factors")
    .set({ last_used_step: String(step) })
    .where("id", "=", factor.id)
    .where(({ or, eb }) =>
      or([eb("last_used_step", "is", null), eb("last_used_step", "<", String(step))]),
    )
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
}

/**
 * Checks the second factor of a sign-in after the password or access key, and redeems the code.
 * @returns a refusal if the code is missing or wrong; `undefined` if it is correct, or no second factor is set up
 */
export async function checkSecondFactor(
  context: Context,
  em: Em,
  actor: AuditedSelf,
  code: string | undefined,
): Promise<RefusalError | undefined> {
  const id = actor.kind === "trader" ? actor.trader.id : actor.id;
  const person = { kind: actor.kind, id };
  const methods = await readMethods(kyselyOf(em), person);
  if (methods.length === 0) return undefined;
  if (!code) {
    const reason = "second_factor_required";
    return new RefusalError("unauthenticated", describeNext(methods), { reason, methods });
  }
  const used = await redeemCode(context, em, person, code);
  if (used === undefined) {
    const reason = "second_factor_incorrect";
    const message = "This code is incorrect or has already been used";
    return new RefusalError("unauthenticated", message, { reason, methods });
  }
  if (used === "recovery-code") await recordUsedCode(context, em, actor);
  return undefined;
}

function describeNext(methods: SecondFactorMethod[]): string {
  return methods.includes("totp")
    ? "Enter the code of your authenticator app to sign in"
    : "Use your passkey, or a recovery code, to sign in";
}
