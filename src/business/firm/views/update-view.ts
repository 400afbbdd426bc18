import type { z } from "zod";
import { hasChanges } from "../../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import { RefusalError } from "../../../platform/lib/errors.ts";
import { requirePerson, type StaffActor } from "../../../identity/tokens/token-actor.ts";
import type { AdministratorActor } from "../../../identity/sessions/actor.ts";
import { describeSharedView } from "./describe-view.ts";
import { lockView } from "./lock-view.ts";
import type { SavedView, updateViewInput } from "./view.schema.ts";
import { getView } from "./views.queries.ts";

/**
 * Renames a view, replaces its filters, or starts or stops sharing it. Absent fields keep their values.
 * @throws RefusalError if the caller may not see or change the view, or stops sharing a view of another author
 */
export async function updateView(
  context: Context,
  actor: StaffActor,
  { id, name, parameters, isShared }: z.output<typeof updateViewInput>,
): Promise<SavedView> {
  const caller = requirePerson(actor);
  return inTransaction(context.database, async (em) => {
    const before = await lockView(em, caller, id);
    if (isShared === false && !before.isOwn)
      throw new RefusalError("forbidden", "Only its author can stop sharing a view");
    const kysely = kyselyOf(em);
    await kysely
      .updateTable("saved_views")
      .set({
        name: name ?? before.name,
        parameters: JSON.stringify(parameters ?? before.parameters),
        is_shared: isShared ?? before.isShared,
        updated_at: context.clock.now().toISOString(),
      })
      .where("id", "=", id)
      .execute();
    const after = await getView(kysely, caller, id);
    await recordChange(context, em, caller, { before, after });
    return after;
  });
}

/** Records changes of shared views only. */
async function recordChange(
  context: Context,
  em: Em,
  actor: AdministratorActor,
  { before, after }: { before: SavedView; after: SavedView },
): Promise<void> {
  if (!before.isShared && after.isShared) {
    const changes = describeSharedView(undefined, after);
    await recordEvent(context, em, actor, { action: "view.shared", changes });
  } else if (before.isShared && !after.isShared) {
    const changes = describeSharedView(before, undefined);
    await recordEvent(context, em, actor, { action: "view.unshared", changes });
  } else if (after.isShared) {
    const changes = describeSharedView(before, after);
    if (!hasChanges(changes)) return;
    const about = {
      viewId: { from: after.id, to: after.id },
      label: { from: before.name, to: after.name },
    };
    await recordEvent(context, em, actor, {
      action: "view.changed",
      changes: { ...about, ...changes },
    });
  }
}
