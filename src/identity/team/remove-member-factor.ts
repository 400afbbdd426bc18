import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { RefusalError } from "../../platform/lib/errors.ts";
import type { StaffActor } from "../tokens/token-actor.ts";
import { removeFactorsOfAdministrator } from "../second-factor/remove-of-administrator.ts";
import { lockMember, lockTeam } from "./lock-team.ts";
import { getMember } from "./team.queries.ts";
import type { Member } from "./team.schema.ts";

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
