import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { RefusalError } from "../../platform/lib/errors.ts";
import { lockPerson, personOf, type SelfActor } from "./person.ts";
import { proveIdentity } from "./prove-identity.ts";
import { recordChange } from "./record-change.ts";
import { makeRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes.ts";
import { hasSecondFactor } from "./second-factor.queries.ts";
import type { Proof, RecoveryCodesResponse } from "./second-factor.schema.ts";

/**
 * Replaces the recovery codes; the previous ones stop working.
 * @throws RefusalError if the proof is wrong, or if the user has no second factor
 */
export async function renewRecoveryCodes(
  context: Context,
  actor: SelfActor,
  proof: Proof,
): Promise<RecoveryCodesResponse> {
  await proveIdentity(context, actor, proof);
  const person = personOf(actor);
  const made = await makeRecoveryCodes();
  const recoveryCodes = await inTransaction(context.database, async (em) => {
    await lockPerson(em, person);
    if (!(await hasSecondFactor(kyselyOf(em), person)))
      throw new RefusalError(
        "conflict",
        "Recovery codes require a second factor. Set one up first.",
      );
    const codes = await replaceRecoveryCodes(em, person, made);
    await recordChange(context, em, actor, {
      action: "second-factor.recovery-codes-made",
      notice: { what: "recovery-codes-made" },
    });
    return codes;
  });
  return { recoveryCodes };
}
