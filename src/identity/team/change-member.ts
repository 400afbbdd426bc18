import type { z } from "zod";
import { changesBetween, hasChanges } from "../audit/audit-event.rule.ts";
import { recordEvent } from "../audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { requirePerson, type StaffActor } from "../tokens/authenticate-token.ts";
import { lockMember, lockTeam, requireAnotherOwner } from "./team-settings.ts";
import { getMember } from "./team.queries.ts";
import type {
  addMemberInput,
  changeMemberInput,
  endMemberSessionsInput,
  ChangedMember,
  Member,
  MemberWithKey,
  OwnAccount,
  revokeMemberInput,
  RotatedMember,
} from "./team.schema.ts";
import {
  generateAccessKey,
  hashAccessKey,
  insertAdministrator,
  revokeInTransaction,
} from "./administrators.ts";
import { endTokensOf } from "../tokens/revoke-tokens.ts";
import type { NamedToken } from "../tokens/tokens.schema.ts";
import { LockMode } from "@mikro-orm/core";
import { Administrator } from "./administrator.entity.ts";
import { abilityNames, mayDo } from "../roles/roles.rule.ts";
import { invalidField, notFound, RefusalError } from "../../platform/errors.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import {
  removeFactorsOfAdministrator,
  removePasskeysOfAdministrator,
} from "../second-factor/change-factor.ts";

/**
 * Changes an administrator's name or role. The role takes effect with their next call. If they could no longer create
 * API tokens, those they made are revoked, or become the caller's.
 * @throws RefusalError if the administrator does not exist or is revoked, or if no owner would be left
 */
export async function changeMember(
  context: Context,
  actor: StaffActor,
  { id, name, role, keepTokens = false }: z.output<typeof changeMemberInput>,
): Promise<ChangedMember> {
  const keeper = keeperOf(actor, { id, keepTokens });
  const tokens = await inTransaction(context.database, async (transaction) => {
    const team = await lockTeam(transaction);
    const administrator = await lockMember(transaction, id);
    const before = { label: administrator.label, role: administrator.role };
    const after = { label: name ?? before.label, role: role ?? before.role };
    const changes = changesBetween(before, after);
    if (!hasChanges(changes)) return [];
    if (before.role === "owner" && after.role !== "owner") requireAnotherOwner(team, id);
    transaction.assign(administrator, after);
    const ended = mayDo(after.role, "tokens.manage")
      ? []
      : await endTokensOf(context, transaction, actor, { id, keeper });
    // The event contains the name even if only the role has changed.
    const label = { from: before.label, to: after.label };
    await recordEvent(context, transaction, actor, {
      action: "administrator.changed",
      changes: { label, ...changes },
    });
    return ended;
  });
  return { ...(await getMember(context, actor, id)), tokens };
}

/** @throws RefusalError if the caller would keep their own tokens, which they could no longer answer for */
function keeperOf(
  actor: StaffActor,
  { id, keepTokens }: { id: number; keepTokens: boolean },
): { id: number; label: string } | undefined {
  if (!keepTokens) return undefined;
  const keeper = requirePerson(actor);
  if (keeper.id === id)
    throw invalidField("keepTokens", "Your own tokens must be kept by another owner");
  return keeper;
}

/** Adds an administrator with a new access key. Only the hash of the key is stored. */
export async function addMember(
  context: Context,
  actor: StaffActor,
  { name, role }: z.output<typeof addMemberInput>,
): Promise<MemberWithKey> {
  const { id, key } = await inTransaction(context.database, async (transaction) => {
    await lockTeam(transaction);
    return insertAdministrator(context, transaction, actor, { label: name, role });
  });
  return { ...(await getMember(context, actor, id)), key };
}

/** Changes the caller's own name. Earlier audit events keep the former name. */
export async function renameYourself(
  context: Context,
  actor: StaffActor,
  name: string,
): Promise<OwnAccount> {
  const own = requirePerson(actor);
  await inTransaction(context.database, async (transaction) => {
    const administrator = await transaction.findOneOrFail(
      Administrator,
      { id: own.id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const { label: from } = administrator;
    if (from === name) return;
    administrator.label = name;
    await recordEvent(context, transaction, actor, {
      action: "administrator.changed",
      changes: { label: { from, to: name } },
    });
  });
  return presentOwnAccount({ ...own, label: name });
}

export function presentOwnAccount(actor: StaffActor): OwnAccount {
  const { id, label: name, role, mustSetUpSecondFactor } = requirePerson(actor);
  const abilities = abilityNames.filter((ability) => mayDo(role, ability));
  return { id, name, role, mustSetUpSecondFactor, abilities };
}

/**
 * Revokes an administrator's access key and ends all their sessions. The API tokens they made are revoked, or become the
 * caller's. A repeated revocation changes nothing.
 * @throws RefusalError if the administrator does not exist or is the last owner
 */
export async function revokeMember(
  context: Context,
  actor: StaffActor,
  { id, keepTokens = false }: z.output<typeof revokeMemberInput>,
): Promise<NamedToken[]> {
  const keeper = keeperOf(actor, { id, keepTokens });
  return inTransaction(context.database, async (transaction) => {
    const team = await lockTeam(transaction);
    if (team.ownerIds.includes(id)) requireAnotherOwner(team, id);
    const tokens = await revokeInTransaction(context, transaction, actor, { id, keeper });
    if (!tokens) throw notFound("Administrator");
    return tokens;
  });
}

/**
 * Replaces an administrator's access key, ends their sessions, except the caller's own, and removes their passkeys,
 * because a thief of the old key may have added them. The caller's own passkeys stay if the session was opened with a
 * second factor.
 * @throws RefusalError if the administrator does not exist or is revoked
 */
export async function rotateMemberKey(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<RotatedMember> {
  const key = generateAccessKey();
  const accessKey = await hashAccessKey(key);
  const removedPasskeys = await inTransaction(context.database, async (transaction) => {
    await lockTeam(transaction);
    const administrator = await lockMember(transaction, id);
    administrator.accessKey = accessKey;
    const removed = (await isOwnWithSecondFactor(transaction, actor, id))
      ? []
      : await removePasskeysOfAdministrator(transaction, id);
    await deleteMemberSessions(transaction, actor, id);
    const { label } = administrator;
    await recordEvent(context, transaction, actor, {
      action: "administrator.key-rotated",
      changes: {
        label: { from: label, to: label },
        accessKey: "changed",
        ...(removed.length > 0 && {
          passkeys: { from: removed.map((passkey) => passkey.label).join(", "), to: null },
        }),
      },
    });
    return removed;
  });
  return { ...(await getMember(context, actor, id)), key, removedPasskeys };
}

/** Returns whether `id` is the caller, whose session was opened with a second factor. */
async function isOwnWithSecondFactor(
  transaction: Transaction,
  actor: StaffActor,
  id: number,
): Promise<boolean> {
  if (actor.kind !== "administrator" || actor.id !== id) return false;
  const session = await kyselyOf(transaction)
    .selectFrom("sessions")
    .select("second_factor as secondFactor")
    .where("id", "=", actor.sessionId)
    .executeTakeFirst();
  return session?.secondFactor ?? false;
}

/**
 * Ends one session of an administrator, or all except the caller's own. The access key stays valid.
 * @returns the number of ended sessions
 * @throws RefusalError if the administrator does not exist, is revoked, or has no such session
 */
export async function endMemberSessions(
  context: Context,
  actor: StaffActor,
  { id, sessionId }: z.output<typeof endMemberSessionsInput>,
): Promise<number> {
  return inTransaction(context.database, async (transaction) => {
    await lockTeam(transaction);
    const { label } = await lockMember(transaction, id);
    const ended = await deleteMemberSessions(transaction, actor, id, sessionId);
    if (sessionId !== undefined && ended === 0) throw notFound("Session");
    if (ended === 0) return 0;
    await recordEvent(context, transaction, actor, {
      action: "administrator.signed-out",
      changes: { label: { from: label, to: label }, sessions: { from: ended, to: 0 } },
    });
    return ended;
  });
}

/** @returns the number of deleted sessions; the caller's own session is kept unless its id is given */
async function deleteMemberSessions(
  transaction: Transaction,
  actor: StaffActor,
  id: number,
  sessionId?: number,
): Promise<number> {
  const own = actor.kind === "administrator" ? actor.sessionId : undefined;
  const ended = await kyselyOf(transaction)
    .deleteFrom("sessions")
    .where("admin_id", "=", id)
    .$if(sessionId !== undefined, (query) => query.where("id", "=", sessionId!))
    .$if(sessionId === undefined && own !== undefined, (query) => query.where("id", "<>", own!))
    .returning("id")
    .execute();
  return ended.length;
}

/**
 * Removes the second factor of another administrator who has lost it.
 * @throws RefusalError if the administrator does not exist, is revoked, has none, or is the caller, who removes their
 *   own factors under their account with a proof of identity
 */
export async function removeMemberFactor(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<Member> {
  if (actor.kind === "administrator" && actor.id === id)
    throw new RefusalError("conflict", "Remove your own second factor under “Your Profile”.");
  await inTransaction(context.database, async (transaction) => {
    await lockTeam(transaction);
    const { label } = await lockMember(transaction, id);
    if (!(await removeFactorsOfAdministrator(context, transaction, actor, { id, label })))
      throw new RefusalError("conflict", "This administrator has no second factor");
  });
  return getMember(context, actor, id);
}
