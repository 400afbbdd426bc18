import { kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../../platform/lib/errors.ts";
import type { AdministratorActor } from "../../../identity/sessions/actor.ts";
import type { SavedView } from "./view.schema.ts";
import { getView } from "./views.queries.ts";

/**
 * Locks the caller, so that a concurrent revocation deletes all private views of the caller.
 * @throws RefusalError if the caller has been revoked since the call was admitted
 */
export async function lockAuthor(em: Em, { id }: AdministratorActor): Promise<void> {
  const found = await kyselyOf(em)
    .selectFrom("admins")
    .select("id")
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new RefusalError("unauthenticated", "Please sign in as an administrator");
}

/**
 * Locks a view to change or delete it.
 * @throws RefusalError if the caller may not see or change the view
 */
export async function lockView(em: Em, actor: AdministratorActor, id: number): Promise<SavedView> {
  await lockAuthor(em, actor);
  const kysely = kyselyOf(em);
  const locked = await kysely
    .selectFrom("saved_views")
    .select("id")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) throw notFound("View");
  const view = await getView(kysely, actor, id);
  if (!view.canChange) {
    const message = "Only its author or an owner can change a shared view";
    throw new RefusalError("forbidden", message);
  }
  return view;
}
