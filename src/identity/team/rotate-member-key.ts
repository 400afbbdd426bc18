import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { hashAccessKey, generateAccessKey } from "./access-key.ts";
import type { StaffActor } from "../tokens/token-actor.ts";
import { deleteMemberSessions } from "./end-member-sessions.ts";
import { lockMember, lockTeam } from "./lock-team.ts";
import { getMember } from "./team.queries.ts";
import type { MemberWithKey } from "./team.schema.ts";

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
  await inTransaction(context.database, async (em) => {
    await lockTeam(em, actor);
    const administrator = await lockMember(em, id);
    administrator.accessKey = accessKey;
    await deleteMemberSessions(em, actor, id);
    const { label } = administrator;
    await recordEvent(context, em, actor, {
      action: "administrator.key-rotated",
      changes: { label: { from: label, to: label }, accessKey: "changed" },
    });
  });
  return { ...(await getMember(context, actor, id)), key };
}
