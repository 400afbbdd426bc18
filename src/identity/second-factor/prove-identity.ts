import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { invalidField } from "../../platform/lib/errors.ts";
import { isAccessKeyOf } from "../team/administrators.ts";
import { verifyPassword } from "../passwords/hash.ts";
import { personKey, personOf, type SelfActor } from "./person.ts";
import { recordUsedCode } from "./record-change.ts";
import type { Proof } from "./second-factor.schema.ts";
import { countCodeAttempt, resetCodeAttempts, redeemCode } from "./use-code.ts";

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
  const found = await database.kysely
    .selectFrom("users")
    .select("password")
    .where("id", "=", id)
    .executeTakeFirst();
  return verifyPassword(found?.password ?? null, password);
}

async function proveCode(context: Context, actor: SelfActor, code: string): Promise<void> {
  const person = personOf(actor);
  await countCodeAttempt(context, actor.caller, person);
  const isRight = await inTransaction(context.database, async (em) => {
    const used = await redeemCode(context, em, person, code);
    if (used === "recovery-code") await recordUsedCode(context, em, actor);
    return used !== undefined;
  });
  if (!isRight) throw invalidField("code", "This code is incorrect or has already been used");
  await resetCodeAttempts(context, actor.caller, person);
}
