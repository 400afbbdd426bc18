import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import { RefusalError, type SecondFactorMethod } from "../../platform/lib/errors.ts";
import { recordUsedCode, type AuditedSelf } from "./record-change.ts";
import { readMethods } from "./second-factor.queries.ts";
import { redeemCode } from "./use-code.ts";

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
