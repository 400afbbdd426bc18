import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { revokeInTransaction } from "./administrators.ts";
import type { StaffActor } from "../tokens/token-actor.ts";
import { lockTeam, requireAnotherOwner } from "./lock-team.ts";

/**
 * Revokes an administrator's access key and ends all their sessions. A repeated revocation changes nothing.
 * @throws RefusalError if the administrator does not exist or is the last owner
 */
export async function revokeMember(context: Context, actor: StaffActor, id: number): Promise<void> {
  await inTransaction(context.database, async (em) => {
    const team = await lockTeam(em, actor);
    if (team.ownerIds.includes(id)) requireAnotherOwner(team, id);
    if (!(await revokeInTransaction(context, em, actor, id))) throw notFound("Administrator");
  });
}
