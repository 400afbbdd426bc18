import { type Kysely, type RawBuilder, sql } from "kysely";
import {
  boolean,
  integer,
  json,
  selectRows,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { mayDo } from "../../../identity/roles/roles.rule.ts";
import type { AdministratorActor } from "../../../identity/sessions/authenticate.ts";
import { viewedTable, viewListNames } from "./tables.rule.ts";
import { viewRights } from "./view.rule.ts";
import type { SavedView } from "./view.schema.ts";

const columns = {
  id: integer("saved_views.id"),
  list: text("saved_views.list"),
  name: text("saved_views.name"),
  parameters: json("saved_views.parameters"),
  isShared: boolean("saved_views.is_shared"),
  authorId: integer("saved_views.author_id"),
  authorName: text("admins.label"),
  createdAt: timestamp("saved_views.created_at"),
  updatedAt: timestamp("saved_views.updated_at"),
};

/** Lists the caller's own views and the shared ones, by name, for the tables that the caller's role may see. */
export async function listViews(
  kysely: Kysely<Tables>,
  actor: AdministratorActor,
  list?: string,
): Promise<SavedView[]> {
  const named = list === undefined ? viewListNames : [list];
  const seen = named.filter((name) => maySee(actor, name));
  return selectViews(kysely, actor, sql`list = any(${seen})`);
}

/** @throws RefusalError if the view does not exist, or the caller may not see it */
export async function getView(
  kysely: Kysely<Tables>,
  actor: AdministratorActor,
  id: number,
): Promise<SavedView> {
  const [view] = await selectViews(kysely, actor, sql`saved_views.id = ${id}`);
  if (!view || !maySee(actor, view.list)) throw notFound("View");
  return view;
}

/** A table that this release does not have may be that of a later one. */
function maySee({ role }: AdministratorActor, list: string): boolean {
  const table = viewedTable(list);
  return table !== undefined && mayDo(role, table.ability);
}

async function selectViews(
  kysely: Kysely<Tables>,
  actor: AdministratorActor,
  condition: RawBuilder<unknown>,
): Promise<SavedView[]> {
  const rows = await selectRows(
    kysely,
    columns,
    sql`from saved_views join admins on admins.id = author_id
      where ${condition} and (author_id = ${actor.id} or is_shared)
      order by lower(saved_views.name), saved_views.id`,
  );
  return rows.map(({ authorId, ...view }) => ({
    ...view,
    ...viewRights({ authorId, isShared: view.isShared }, actor),
  }));
}
