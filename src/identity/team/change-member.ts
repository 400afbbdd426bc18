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
  Member,
  MemberWithKey,
  OwnAccount,
} from "./team.schema.ts";
import {
  generateAccessKey,
  hashAccessKey,
  insertAdministrator,
  revokeInTransaction,
} from "./administrators.ts";
import { LockMode } from "@mikro-orm/core";
import { Administrator } from "./administrator.entity.ts";
import { abilityNames, mayDo } from "../roles/roles.rule.ts";
import { notFound, RefusalError } from "../../platform/errors.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { removeFactorsOfAdministrator } from "../second-factor/change-factor.ts";

/**
 * Changes an administrator's name or role. The role takes effect with their next call.
 * @throws RefusalError if the administrator does not exist or is revoked, or if no owner would be left
 */
export async function changeMember(
  context: Context,
  actor: StaffActor,
  { id, name, role }: z.output<typeof changeMemberInput>,
): Promise<Member> {
  await inTransaction(context.database, async (transaction) => {
    const team = await lockTeam(transaction, actor);
    const administrator = await lockMember(transaction, id);
    const before = { label: administrator.label, role: administrator.role };
    const after = { label: name ?? before.label, role: role ?? before.role };
    const changes = changesBetween(before, after);
    if (!hasChanges(changes)) return;
    if (before.role === "owner" && after.role !== "owner") requireAnotherOwner(team, id);
    transaction.assign(administrator, after);
    // The event contains the name even if only the role has changed.
    const label = { from: before.label, to: after.label };
    await recordEvent(context, transaction, actor, {
      action: "administrator.changed",
      changes: { label, ...changes },
    });
  });
  return getMember(context, actor, id);
}

/** Adds an administrator with a new access key. Only the hash of the key is stored. */
export async function addMember(
  context: Context,
  actor: StaffActor,
  { name, role }: z.output<typeof addMemberInput>,
): Promise<MemberWithKey> {
  const { id, key } = await inTransaction(context.database, async (transaction) => {
    await lockTeam(transaction, actor);
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
 * Revokes an administrator's access key and ends all their sessions. A repeated revocation changes nothing.
 * @throws RefusalError if the administrator does not exist or is the last owner
 */
export async function revokeMember(context: Context, actor: StaffActor, id: number): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const team = await lockTeam(transaction, actor);
    if (team.ownerIds.includes(id)) requireAnotherOwner(team, id);
    if (!(await revokeInTransaction(context, transaction, actor, id)))
      throw notFound("Administrator");
  });
}

/**
 * Replaces an administrator's access key and ends their sessions, except the caller's own.
 * @throws RefusalError if the administrator does not exist or is revoked
 */
export async function rotateMemberKey(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<MemberWithKey> {
  const key = generateAccessKey();
  const accessKey = await hashAccessKey(key);
  await inTransaction(context.database, async (transaction) => {
    await lockTeam(transaction, actor);
    const administrator = await lockMember(transaction, id);
    administrator.accessKey = accessKey;
    await deleteMemberSessions(transaction, actor, id);
    const { label } = administrator;
    await recordEvent(context, transaction, actor, {
      action: "administrator.key-rotated",
      changes: { label: { from: label, to: label }, accessKey: "changed" },
    });
  });
  return { ...(await getMember(context, actor, id)), key };
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
    await lockTeam(transaction, actor);
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
    await lockTeam(transaction, actor);
    const { label } = await lockMember(transaction, id);
    if (!(await removeFactorsOfAdministrator(context, transaction, actor, { id, label })))
      throw new RefusalError("conflict", "This administrator has no second factor");
  });
  return getMember(context, actor, id);
}
