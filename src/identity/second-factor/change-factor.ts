import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import {
  endOtherSessions,
  type FactorChange,
  lockPerson,
  personOf,
  recordChange,
  type SelfActor,
} from "./person.ts";
import {
  makeRecoveryCodes,
  type NewRecoveryCodes,
  replaceRecoveryCodes,
} from "./recovery-codes.ts";
import { removeRecoveryCodes } from "./removed-factors.ts";
import {
  hasSecondFactor,
  isRequiredOfTeam,
  readMethods,
  readSecondFactor,
} from "./second-factor.queries.ts";
import { RefusalError } from "../../platform/errors.ts";
import { proveIdentity } from "./prove-identity.ts";
import type { Proof, RecoveryCodesResponse, SecondFactor } from "./second-factor.schema.ts";
import { type AuditActor, recordEvent } from "../audit/record-event.ts";

interface Addition extends Omit<FactorChange, "at"> {
  /** @param at when the factor is added */
  add: (at: Date) => Promise<unknown>;
  /** Created before the person was locked, if they had no factor then. */
  newCodes: NewRecoveryCodes | undefined;
}

/** The recovery codes that were created with a first factor. */
export interface AddedCodes {
  recoveryCodes: string[] | null;
}

/** Creates the recovery codes for the first factor of a person, before the person is locked. */
export async function prepareCodes(
  { database }: Context,
  actor: SelfActor,
): Promise<NewRecoveryCodes | undefined> {
  const hasFactor = await hasSecondFactor(database.kysely, personOf(actor));
  return hasFactor ? undefined : makeRecoveryCodes();
}

/**
 * Adds a factor in `transaction`, in which the person must be locked. The first factor also creates recovery
 * codes. Ends other sessions, because they were opened without the factor.
 */
export async function addFactor(
  context: Context,
  transaction: Transaction,
  actor: SelfActor,
  { add, newCodes, ...change }: Addition,
): Promise<AddedCodes> {
  const person = personOf(actor);
  const isFirst = !(await hasSecondFactor(kyselyOf(transaction), person));
  const at = context.clock.now();
  await add(at);
  // A concurrent call may have removed the last factor after the codes were prepared.
  const recoveryCodes = isFirst
    ? await replaceRecoveryCodes(transaction, person, newCodes ?? (await makeRecoveryCodes()), at)
    : null;
  await endOtherSessions(transaction, actor);
  await recordChange(context, transaction, actor, { ...change, at });
  return { recoveryCodes };
}

/** Removes a factor, and the recovery codes with the last one. Ends the person's other sessions. */
export async function removeFactor(
  context: Context,
  actor: SelfActor,
  remove: (transaction: Transaction, at: Date) => Promise<Omit<FactorChange, "at">>,
): Promise<SecondFactor> {
  const person = personOf(actor);
  await inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    await lockPerson(transaction, actor);
    const at = context.clock.now();
    const removal = await remove(transaction, at);
    if (!(await hasSecondFactor(kysely, person))) {
      if (person.kind === "administrator" && (await isRequiredOfTeam(kysely)))
        throw new RefusalError(
          "conflict",
          "The team requires a second factor. Add another one before you remove this one.",
        );
      await removeRecoveryCodes(transaction, person, at);
    }
    await endOtherSessions(transaction, actor);
    await recordChange(context, transaction, actor, { ...removal, at });
  });
  return readSecondFactor(context, person);
}

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
  const recoveryCodes = await inTransaction(context.database, async (transaction) => {
    await lockPerson(transaction, actor);
    if (!(await hasSecondFactor(kyselyOf(transaction), person)))
      throw new RefusalError(
        "conflict",
        "Recovery codes require a second factor. Set one up first.",
      );
    const at = context.clock.now();
    const codes = await replaceRecoveryCodes(transaction, person, made, at);
    await recordChange(context, transaction, actor, {
      action: "second-factor.recovery-codes-made",
      notice: { what: "recovery-codes-made" },
      at,
    });
    return codes;
  });
  return { recoveryCodes };
}

/**
 * Removes all factors of an administrator who has lost them in `transaction`. Ends their sessions, because a
 * lost device may be signed in.
 * @returns whether the administrator had any
 */
export async function removeFactorsOfAdministrator(
  context: Pick<Context, "clock">,
  transaction: Transaction,
  actor: AuditActor,
  { id, label }: { id: number; label: string },
): Promise<boolean> {
  const kysely = kyselyOf(transaction);
  const methods = await readMethods(kysely, { kind: "administrator", id });
  if (methods.length === 0) return false;
  for (const table of ["totp_factors", "passkeys", "recovery_codes", "sessions"] as const)
    await kysely.deleteFrom(table).where("admin_id", "=", id).execute();
  await recordEvent(context, transaction, actor, {
    action: "second-factor.removed",
    changes: {
      label: { from: label, to: label },
      secondFactor: { from: methods.join(", "), to: null },
    },
  });
  return true;
}

/**
 * Removes the passkeys of an administrator in `transaction`, and the recovery codes if no factor is left.
 * @returns the removed passkeys
 */
export async function removePasskeysOfAdministrator(
  transaction: Transaction,
  id: number,
): Promise<{ id: number; label: string }[]> {
  const kysely = kyselyOf(transaction);
  const person = { kind: "administrator", id } as const;
  const removed = await kysely
    .deleteFrom("passkeys")
    .where("admin_id", "=", id)
    .returning(["id", "label"])
    .execute();
  if (!(await hasSecondFactor(kysely, person)))
    await kysely.deleteFrom("recovery_codes").where("admin_id", "=", id).execute();
  return removed;
}
