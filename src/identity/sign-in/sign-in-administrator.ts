import { LockMode } from "@mikro-orm/core";
import type { z } from "zod";
import { Administrator } from "../team/administrator.entity.ts";
import { hashAccessKey } from "../team/administrators.ts";
import { type Caller, recordEvent } from "../audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { RefusalError } from "../../platform/errors.ts";
import {
  checkSecondFactor,
  countCodeAttempt,
  resetCodeAttempts,
} from "../second-factor/prove-identity.ts";
import { hasSecondFactor } from "../second-factor/second-factor.queries.ts";
import { type OpenedSession, openSession } from "../sessions/own-sessions.ts";
import type { adminLoginInput } from "./sign-in.schema.ts";

/**
 * Locks the administrator, so that a session is not opened with a key that is rotated, or without a second factor that is
 * set up, at the same time.
 * @throws RefusalError if the key is unknown or revoked, if the second factor is missing or wrong, or after too many
 * attempts from one address or with codes of one administrator
 */
export async function signInAdministrator(
  context: Context,
  caller: Caller,
  input: z.output<typeof adminLoginInput>,
): Promise<OpenedSession> {
  const { database, throttle } = context;
  await throttle.consume("administratorByAddress", caller.address);
  const hashed = await hashAccessKey(input.accessKey);
  const code = input.code || undefined;
  const person = code === undefined ? undefined : await findPerson(context, hashed);
  if (person) await countCodeAttempt(context, caller, person);
  // A refusal is returned, not thrown: its audit event must be committed.
  const outcome = await inTransaction(database, async (transaction) => {
    const administrator = await transaction.findOne(
      Administrator,
      { accessKey: hashed, revokedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!administrator) {
      await recordRefusal(context, transaction, caller);
      return new RefusalError("unauthenticated", "Invalid access key");
    }
    const { id, label } = administrator;
    const actor = { kind: "administrator", id, label, caller } as const;
    const refusal = await checkSecondFactor(context, transaction, actor, code);
    if (!refusal)
      return openAdministratorSession(context, transaction, caller, {
        administrator,
        secondFactor: await hasSecondFactor(kyselyOf(transaction), { kind: "administrator", id }),
      });
    if (refusal.details.reason !== "second_factor_required")
      await recordRefusal(context, transaction, caller, `Wrong code of ${label}`);
    return refusal;
  });
  const isKeyRight = !(outcome instanceof RefusalError) || outcome.details.reason !== undefined;
  if (isKeyRight) await throttle.refund("administratorByAddress", caller.address);
  if (outcome instanceof RefusalError) throw outcome;
  if (person) await resetCodeAttempts(context, caller, person);
  return outcome;
}

/**
 * Opens a session for an administrator whose credentials have been verified.
 * @param signIn.secondFactor whether they include a second factor
 */
export async function openAdministratorSession(
  context: Context,
  transaction: Transaction,
  caller: Caller,
  { administrator, secondFactor }: { administrator: Administrator; secondFactor: boolean },
): Promise<OpenedSession> {
  const { id, label } = administrator;
  administrator.lastSeenAt = context.clock.now();
  const opened = openSession(context, transaction, caller, {
    administratorId: id,
    secondFactor,
  });
  const actor = { kind: "administrator", id, label, caller } as const;
  await recordEvent(context, transaction, actor, { action: "administrator.signed-in" });
  return opened;
}

async function recordRefusal(
  context: Context,
  transaction: Transaction,
  caller: Caller,
  reason?: string,
): Promise<void> {
  const visitor = { kind: "visitor", caller } as const;
  await recordEvent(context, transaction, visitor, {
    action: "administrator.sign-in-refused",
    ...(reason !== undefined && { reason }),
  });
}

async function findPerson({ database }: Context, hashedKey: string) {
  const administrator = await database.kysely
    .selectFrom("admins")
    .select("id")
    .where("access_key", "=", hashedKey)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return administrator && ({ kind: "administrator", id: administrator.id } as const);
}
