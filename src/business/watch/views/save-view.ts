import { isDeepStrictEqual } from "node:util";
import type { Insertable } from "kysely";
import type { z } from "zod";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import {
  type AdministratorActor,
  unauthenticated,
} from "../../../identity/sessions/authenticate.ts";
import {
  type Changes,
  changesBetween,
  hasChanges,
} from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { requirePerson, type StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { requireAbility } from "../../../identity/roles/roles.rule.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { createViewInput, SavedView, updateViewInput } from "./view.schema.ts";
import { getView } from "./views.queries.ts";
import { viewedTable } from "./tables.rule.ts";

/**
 * Locks the caller, so that a concurrent revocation deletes all private views of the caller.
 * @throws RefusalError if the caller has been revoked since the call was admitted
 */
async function lockAuthor(transaction: Transaction, { id }: AdministratorActor): Promise<void> {
  const author = await kyselyOf(transaction)
    .selectFrom("admins")
    .select("id")
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!author) throw unauthenticated("administrator");
}

/**
 * Locks a view to change or delete it.
 * @throws RefusalError if the caller may not see or change the view
 */
async function lockView(
  transaction: Transaction,
  actor: AdministratorActor,
  id: number,
): Promise<SavedView> {
  await lockAuthor(transaction, actor);
  const kysely = kyselyOf(transaction);
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

/**
 * Describes changes of a shared view for the audit log. Filters are only marked as changed, because a search may
 * contain the name of a trader, and events outlive traders.
 */
function describeSharedView(before: SavedView | undefined, after: SavedView | undefined): Changes {
  const changes = changesBetween(fieldsOf(before), fieldsOf(after));
  if (!before || !after) return changes;
  if (!isDeepStrictEqual(before.parameters, after.parameters)) changes.filters = "changed";
  return changes;
}

const fieldsOf = (view: SavedView | undefined) =>
  view ? { viewId: view.id, label: view.name, list: view.list } : {};

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
  requireAbility(author.role, viewedTable(list)!.ability);
  return inTransaction(context.database, async (transaction) => {
    await lockAuthor(transaction, author);
    await requireRoom(transaction, author.id, list);
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
    const kysely = kyselyOf(transaction);
    const { id } = await kysely
      .insertInto("saved_views")
      .values(row)
      .returning("id")
      .executeTakeFirstOrThrow();
    const created = await getView(kysely, author, id);
    if (isShared) {
      const changes = describeSharedView(undefined, created);
      await recordEvent(context, transaction, actor, { action: "view.shared", changes });
    }
    return created;
  });
}

async function requireRoom(
  transaction: Transaction,
  authorId: number,
  list: string,
): Promise<void> {
  const { kept } = await kyselyOf(transaction)
    .selectFrom("saved_views")
    .select(({ fn }) => fn.countAll<string>().as("kept"))
    .where("author_id", "=", authorId)
    .where("list", "=", list)
    .executeTakeFirstOrThrow();
  if (Number(kept) >= MAX_VIEWS)
    throw new RefusalError("conflict", `You can save at most ${MAX_VIEWS} views of each table`);
}

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
  return inTransaction(context.database, async (transaction) => {
    const before = await lockView(transaction, caller, id);
    if (isShared === false && !before.isOwn)
      throw new RefusalError("forbidden", "Only its author can stop sharing a view");
    const kysely = kyselyOf(transaction);
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
    await recordChange(context, transaction, caller, { before, after });
    return after;
  });
}

/** Records changes of shared views only. */
async function recordChange(
  context: Context,
  transaction: Transaction,
  actor: AdministratorActor,
  { before, after }: { before: SavedView; after: SavedView },
): Promise<void> {
  if (!before.isShared && after.isShared) {
    const changes = describeSharedView(undefined, after);
    await recordEvent(context, transaction, actor, { action: "view.shared", changes });
  } else if (before.isShared && !after.isShared) {
    const changes = describeSharedView(before, undefined);
    await recordEvent(context, transaction, actor, { action: "view.unshared", changes });
  } else if (after.isShared) {
    const changes = describeSharedView(before, after);
    if (!hasChanges(changes)) return;
    const about = {
      viewId: { from: after.id, to: after.id },
      label: { from: before.name, to: after.name },
    };
    await recordEvent(context, transaction, actor, {
      action: "view.changed",
      changes: { ...about, ...changes },
    });
  }
}

/**
 * Deletes a view, for everyone if it is shared.
 * @throws RefusalError if the caller may not see or delete the view
 */
export async function deleteView(context: Context, actor: StaffActor, id: number): Promise<void> {
  const caller = requirePerson(actor);
  await inTransaction(context.database, async (transaction) => {
    const view = await lockView(transaction, caller, id);
    await kyselyOf(transaction).deleteFrom("saved_views").where("id", "=", id).execute();
    if (!view.isShared) return;
    const changes = describeSharedView(view, undefined);
    await recordEvent(context, transaction, actor, { action: "view.deleted", changes });
  });
}
