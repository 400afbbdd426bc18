import type { AuditAction } from "../../platform/audit/audit-actions.rule.ts";
import type { Changes } from "../../platform/audit/changes.rule.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../platform/lib/errors.ts";
import type { SecondFactorChange } from "../../platform/mail/second-factor-texts.ts";
import { endOtherSessions, lockPerson, ownerColumn, personOf, type SelfActor } from "./person.ts";
import { proveIdentity } from "./prove-identity.ts";
import { recordChange } from "./record-change.ts";
import { removeRecoveryCodes } from "./recovery-codes.ts";
import {
  hasSecondFactor,
  isRequiredOfTeam,
  readMethods,
  readSecondFactor,
} from "./second-factor.queries.ts";
import type { Proof, SecondFactor } from "./second-factor.schema.ts";
import { type AuditActor, recordEvent } from "../../platform/audit/record-event.ts";

interface Removal {
  action: AuditAction;
  changes?: Changes;
  notice: SecondFactorChange;
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
  return removeFactor(context, actor, async (em) => {
    const person = personOf(actor);
    const removed = await kyselyOf(em)
      .deleteFrom("totp_factors")
      .where(ownerColumn(person), "=", person.id)
      .where("confirmed_at", "is not", null)
      .returning("id")
      .executeTakeFirst();
    if (!removed) throw new RefusalError("conflict", "No authenticator app is set up");
    return { action: "second-factor.totp-removed", notice: { what: "totp-removed" } };
  });
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
  return removeFactor(context, actor, async (em) => {
    const person = personOf(actor);
    const removed = await kyselyOf(em)
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where(ownerColumn(person), "=", person.id)
      .returning("label")
      .executeTakeFirst();
    if (!removed) throw notFound("Passkey");
    const { label } = removed;
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
  const found = await database.kysely
    .selectFrom("passkeys")
    .select("id")
    .where("id", "=", id)
    .where(ownerColumn(person), "=", person.id)
    .executeTakeFirst();
  if (!found) throw notFound("Passkey");
}

/** Removes a factor, and the recovery codes with the last one. Ends the person's other sessions. */
async function removeFactor(
  context: Context,
  actor: SelfActor,
  remove: (em: Em) => Promise<Removal>,
): Promise<SecondFactor> {
  const person = personOf(actor);
  await inTransaction(context.database, async (em) => {
    const kysely = kyselyOf(em);
    await lockPerson(em, person);
    const removal = await remove(em);
    if (!(await hasSecondFactor(kysely, person))) {
      if (person.kind === "administrator" && (await isRequiredOfTeam(kysely)))
        throw new RefusalError(
          "conflict",
          "The team requires a second factor. Add another one before you remove this one.",
        );
      await removeRecoveryCodes(em, person);
    }
    await endOtherSessions(em, actor);
    await recordChange(context, em, actor, removal);
  });
  return readSecondFactor(context, person);
}

/**
 * Removes all factors of an administrator who has lost them, in the transaction of `em`. Ends their sessions, because a
 * lost device may be signed in.
 * @returns whether the administrator had any
 */
export async function removeFactorsOfAdministrator(
  context: Pick<Context, "clock">,
  em: Em,
  actor: AuditActor,
  { id, label }: { id: number; label: string },
): Promise<boolean> {
  const kysely = kyselyOf(em);
  const methods = await readMethods(kysely, { kind: "administrator", id });
  if (methods.length === 0) return false;
  for (const table of ["totp_factors", "passkeys", "recovery_codes", "sessions"] as const)
    await kysely.deleteFrom(table).where("admin_id", "=", id).execute();
  await recordEvent(context, em, actor, {
    action: "second-factor.removed",
    changes: {
      label: { from: label, to: label },
      secondFactor: { from: methods.join(", "), to: null },
    },
  });
  return true;
}
