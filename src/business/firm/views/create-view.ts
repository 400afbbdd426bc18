import type { Insertable } from "kysely";
import type { z } from "zod";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import { RefusalError } from "../../../platform/lib/errors.ts";
import { requirePerson, type StaffActor } from "../../../identity/tokens/token-actor.ts";
import { requireAbility } from "../../../identity/roles/roles.rule.ts";
import { describeSharedView } from "./describe-view.ts";
import { lockAuthor } from "./lock-view.ts";
import { type ViewList, viewLists } from "./view-lists.rule.ts";
import type { createViewInput, SavedView } from "./view.schema.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { getView } from "./views.queries.ts";

/** The limit for each administrator and list, because the web client shows all views of a list in one menu. */
const MAX_VIEWS = 100;

/**
 * Saves the filters and columns of a table under a name.
 * @throws RefusalError if the caller may not see the list, or has too many views of it
 */
export async function createView(
  context: Context,
  actor: StaffActor,
  { list, name, parameters, isShared = false }: z.output<typeof createViewInput>,
): Promise<SavedView> {
  const author = requirePerson(actor);
  requireAbility(author.role, viewLists[list].ability);
  return inTransaction(context.database, async (em) => {
    await lockAuthor(em, author);
    await requireRoom(em, author.id, list);
    const now = context.clock.now().toISOString();
    const row: Insertable<Tables["saved_views"]> = {
      author_id: author.id,
      list,
      name,
      parameters: JSON.stringify(parameters),
      is_shared: isShared,
      created_at: now,
      updated_at: now,
    };
    const kysely = kyselyOf(em);
    const { id } = await kysely
      .insertInto("saved_views")
      .values(row)
      .returning("id")
      .executeTakeFirstOrThrow();
    const created = await getView(kysely, author, id);
    if (isShared) {
      const changes = describeSharedView(undefined, created);
      await recordEvent(context, em, actor, { action: "view.shared", changes });
    }
    return created;
  });
}

async function requireRoom(em: Em, authorId: number, list: ViewList): Promise<void> {
  const { kept } = await kyselyOf(em)
    .selectFrom("saved_views")
    .select(({ fn }) => fn.countAll<string>().as("kept"))
    .where("author_id", "=", authorId)
    .where("list", "=", list)
    .executeTakeFirstOrThrow();
  if (Number(kept) >= MAX_VIEWS)
    throw new RefusalError("conflict", `You can save at most ${MAX_VIEWS} views of each table`);
}
