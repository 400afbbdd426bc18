import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { requirePerson, type StaffActor } from "../../../identity/tokens/token-actor.ts";
import { describeSharedView } from "./describe-view.ts";
import { lockView } from "./lock-view.ts";

/**
 * Deletes a view, for everyone if it is shared.
 * @throws RefusalError if the caller may not see or delete the view
 */
export async function deleteView(context: Context, actor: StaffActor, id: number): Promise<void> {
  const caller = requirePerson(actor);
  await inTransaction(context.database, async (em) => {
    const view = await lockView(em, caller, id);
    await kyselyOf(em).deleteFrom("saved_views").where("id", "=", id).execute();
    if (!view.isShared) return;
    const changes = describeSharedView(view, undefined);
    await recordEvent(context, em, actor, { action: "view.deleted", changes });
  });
}
