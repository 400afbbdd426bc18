import { z } from "zod";
import { message } from "../../../platform/fields/fields.schema.ts";
import { requirePerson } from "../../../identity/tokens/authenticate-token.ts";
import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { createView, deleteView, updateView } from "./save-view.ts";
import {
  createViewInput,
  listViewsInput,
  savedView,
  updateViewInput,
  viewIdInput,
} from "./view.schema.ts";
import { listViews } from "./views.queries.ts";

const { administratorCall } = callsAbout("Administration");

/** Calls about views of the administrators' tables. None declares a scope, because a view belongs to a person. */
export const adminViewsRouter = t.router({
  list: administratorCall("views.keep", {
    rest: "GET /admin/views",
    summary: "List your own and the shared views of tables, by name",
    description:
      "With `list`, returns only views of that table. Private views of others are never listed.",
  })
    .input(listViewsInput)
    .output(z.array(savedView))
    .query(({ ctx, input }) =>
      listViews(ctx.app.database.kysely, requirePerson(ctx.actor), input.list),
    ),

  create: administratorCall("views.keep", {
    rest: "POST /admin/views",
    summary: "Save a view of a table",
    description:
      "Only you see it unless `isShared` is true. An administrator can save at most 100 views of each table.",
    errors: [409],
    successStatus: 201,
    event: "authz_admin",
    example: {
      list: "users",
      name: "Breached this month",
      parameters: { status: "breached", sort: "createdAt", columns: "id,fullName,status" },
      isShared: true,
    },
  })
    .input(createViewInput)
    .output(savedView)
    .mutation(({ ctx, input }) => createView(ctx.app, ctx.actor, input)),

  update: administratorCall("views.keep", {
    rest: "PATCH /admin/views/{id}",
    summary: "Rename, change or share a view",
    description:
      "`parameters` replaces all of them. Shared views are changed by their author and by owners; only the author can stop sharing one.",
    errors: [403],
    event: "authz_admin",
    example: { name: "Breached in March", parameters: { status: "breached" } },
  })
    .input(updateViewInput)
    .output(savedView)
    .mutation(({ ctx, input }) => updateView(ctx.app, ctx.actor, input)),

  delete: administratorCall("views.keep", {
    rest: "DELETE /admin/views/{id}",
    summary: "Delete a view",
    description: "Shared views are deleted for everyone, by their author or an owner.",
    response: { message: "View deleted" },
    errors: [403],
    event: "authz_admin",
  })
    .input(viewIdInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await deleteView(ctx.app, ctx.actor, input.id);
      return { message: "View deleted" };
    }),
});
