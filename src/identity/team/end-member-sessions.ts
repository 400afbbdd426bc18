import type { z } from "zod";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../platform/lib/errors.ts";
import type { StaffActor } from "../tokens/authenticate-token.ts";
import { lockMember, lockTeam } from "./lock-team.ts";
import type { endMemberSessionsInput, Member } from "./team.schema.ts";
import { removeFactorsOfAdministrator } from "../second-factor/remove-factor.ts";
import { getMember } from "./team.queries.ts";

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
  return inTransaction(context.database, async (em) => {
    await lockTeam(em, actor);
    const { label } = await lockMember(em, id);
    const ended = await deleteMemberSessions(em, actor, id, sessionId);
    if (sessionId !== undefined && ended === 0) throw notFound("Session");
    if (ended === 0) return 0;
    await recordEvent(context, em, actor, {
      action: "administrator.signed-out",
      changes: { label: { from: label, to: label }, sessions: { from: ended, to: 0 } },
    });
    return ended;
  });
}

/** @returns the number of deleted sessions; the caller's own session is kept unless its id is given */
export async function deleteMemberSessions(
  em: Em,
  actor: StaffActor,
  id: number,
  sessionId?: number,
): Promise<number> {
  const own = actor.kind === "administrator" ? actor.sessionId : undefined;
  const ended = await kyselyOf(em)
    .deleteFrom("sessions")
    .where("admin_id", "=", id)
    .$if(sessionId !== undefined, (query) => query.where("id", "=", sessionId!))
    .$if(sessionId === undefined && own !== undefined, (query) => query.where("id", "<>", own!))
    .returning("id")
    .execute();
  return ended.length;
}

/**
 * Removes the second factor of a colleague who has lost it.
 * @throws RefusalError if the administrator does not exist, is revoked, has none, or is the caller, who removes their
 *   own factors under their account with a proof of identity
 */
export async function removeMemberFactor(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<Member> {
  if (actor.kind === "administrator" && actor.id === id)
    throw new RefusalError("conflict", "Remove your own second factor under “Your Account”.");
  await inTransaction(context.database, async (em) => {
    await lockTeam(em, actor);
    const { label } = await lockMember(em, id);
    if (!(await removeFactorsOfAdministrator(context, em, actor, { id, label })))
      throw new RefusalError("conflict", "This administrator has no second factor");
  });
  return getMember(context, actor, id);
}
