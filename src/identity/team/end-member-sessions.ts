import type { z } from "zod";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import { notFound } from "../../platform/lib/errors.ts";
import type { StaffActor } from "../tokens/token-actor.ts";
import { lockMember, lockTeam } from "./lock-team.ts";
import type { endMemberSessionsInput } from "./team.schema.ts";

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
