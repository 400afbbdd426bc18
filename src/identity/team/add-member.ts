import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { insertAdministrator } from "./administrators.ts";
import type { StaffActor } from "../tokens/token-actor.ts";
import { lockTeam } from "./lock-team.ts";
import { getMember } from "./team.queries.ts";
import type { addMemberInput, MemberWithKey } from "./team.schema.ts";

/** Adds an administrator with a new access key. Only the hash of the key is stored. */
export async function addMember(
  context: Context,
  actor: StaffActor,
  { name, role }: z.output<typeof addMemberInput>,
): Promise<MemberWithKey> {
  const { id, key } = await inTransaction(context.database, async (em) => {
    await lockTeam(em, actor);
    return insertAdministrator(context, em, actor, { label: name, role });
  });
  return { ...(await getMember(context, actor, id)), key };
}
