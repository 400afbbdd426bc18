import type { z } from "zod";
import { changesBetween, hasChanges } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { StaffActor } from "../tokens/token-actor.ts";
import { lockMember, lockTeam, requireAnotherOwner } from "./lock-team.ts";
import { getMember } from "./team.queries.ts";
import type { changeMemberInput, Member } from "./team.schema.ts";

/**
 * Changes an administrator's name or role. The role takes effect with their next call.
 * @throws RefusalError if the administrator does not exist or is revoked, or if no owner would be left
 */
export async function changeMember(
  context: Context,
  actor: StaffActor,
  { id, name, role }: z.output<typeof changeMemberInput>,
): Promise<Member> {
  await inTransaction(context.database, async (em) => {
    const team = await lockTeam(em, actor);
    const administrator = await lockMember(em, id);
    const before = { label: administrator.label, role: administrator.role };
    const after = { label: name ?? before.label, role: role ?? before.role };
    const changes = changesBetween(before, after);
    if (!hasChanges(changes)) return;
    if (before.role === "owner" && after.role !== "owner") requireAnotherOwner(team, id);
    em.assign(administrator, after);
    // The event contains the name even if only the role has changed.
    const label = { from: before.label, to: after.label };
    await recordEvent(context, em, actor, {
      action: "administrator.changed",
      changes: { label, ...changes },
    });
  });
  return getMember(context, actor, id);
}
