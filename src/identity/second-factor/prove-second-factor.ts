import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { invalidField } from "../../platform/errors.ts";
import type { AuthenticationResponse } from "./passkey.schema.ts";
import { personOf, type SelfActor } from "./person.ts";
import { proveIdentity } from "./prove-identity.ts";
import { readMethods } from "./second-factor.queries.ts";
import type { StrongProof } from "./second-factor.schema.ts";
import { countUse, verifyPasskey } from "./use-passkey.ts";

/**
 * Requires the second factor of the caller: a code, or a passkey that has signed a challenge of a sign-in. Without a
 * second factor, the password is required. For changes that a thief of session and password must not make.
 * @throws RefusalError if the proof is missing or wrong, or after too many wrong ones
 */
export async function proveSecondFactor(
  context: Context,
  actor: SelfActor,
  { password, code, passkey }: StrongProof,
): Promise<void> {
  const methods = await readMethods(context.database.kysely, personOf(actor));
  if (methods.length === 0) return proveIdentity(context, actor, { password });
  if (code) return proveIdentity(context, actor, { code });
  if (passkey) return provePasskey(context, actor, passkey);
  const what = methods.includes("totp") ? "a code of your authenticator app" : "a recovery code";
  const instead = methods.includes("passkey") ? ", or use your passkey" : "";
  throw invalidField("code", `Enter ${what}${instead}`);
}

async function provePasskey(
  context: Context,
  actor: SelfActor,
  response: AuthenticationResponse,
): Promise<void> {
  const { kind, id } = personOf(actor);
  const verified = await verifyPasskey(context, actor.caller, { kind, response });
  const isOwn = verified?.ownerId === id;
  const isUsed =
    isOwn &&
    (await inTransaction(context.database, (transaction) =>
      countUse(context, transaction, verified),
    ));
  if (!isUsed) throw invalidField("passkey", "This passkey was not accepted");
}
