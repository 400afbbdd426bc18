import { z } from "zod";
import { message } from "../../../platform/fields/fields.schema.ts";
import { requirePerson } from "../../../identity/tokens/authenticate-token.ts";
import { call } from "../../../calls/call.ts";
import { administratorProcedure } from "../../../calls/procedures.ts";
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

/** Calls about views of the administrators' tables. None declares a scope, because a view belongs to a person. */
export const adminViewsRouter = t.router({
  list: administratorProcedure("views.keep")
    .meta(
      call({
        rest: "GET /admin/views",
        summary: "List your own and the shared views of tables, by name",
        description:
          "With `list`, returns only views of that table. Private views of others are never listed.",
        tag: "Administration",
        errors: [400],
      }),
    )
    .input(listViewsInput)
    .output(z.array(savedView))
    .query(({ ctx, input }) =>
      listViews(ctx.app.database.kysely, requirePerson(ctx.actor), input.list),
    ),

  create: administratorProcedure("views.keep")
    .meta(
      call({
        rest: "POST /admin/views",
        summary: "Save a view of a table",
        description:
          "Only you see it unless `isShared` is true. An administrator can save at most 100 views of each table.",
        tag: "Administration",
        errors: [400, 409],
        successStatus: 201,
        event: "authz_admin",
        example: {
          list: "users",
          name: "Breached this month",
          parameters: { status: "breached", sort: "createdAt", columns: "id,fullName,status" },
          isShared: true,
        },
      }),
    )
    .input(createViewInput)
    .output(savedView)
    .mutation(({ ctx, input }) => createView(ctx.app, ctx.actor, input)),

  update: administratorProcedure("views.keep")
    .meta(
      call({
        rest: "PATCH /admin/views/{id}",
        summary: "Rename, change or share a view",
        description:
          "`parameters` replaces all of them. Shared views are changed by their author and by owners; only the author can stop sharing one.",
        tag: "Administration",
        errors: [400, 403, 404],
        event: "authz_admin",
        example: { name: "Breached in March", parameters: { status: "breached" } },
      }),
    )
    .input(updateViewInput)
    .output(savedView)
    .mutation(({ ctx, input }) => updateView(ctx.app, ctx.actor, input)),

  delete: administratorProcedure("views.keep")
    .meta(
      call({
        rest: "DELETE /admin/views/{id}",
        summary: "Delete a view",
        description: "Shared views are deleted for everyone, by their author or an owner.",
        tag: "Administration",
        response: { message: "View deleted" },
        errors: [403, 404],
        event: "authz_admin",
      }),
    )
    .input(viewIdInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await deleteView(ctx.app, ctx.actor, input.id);
      return { message: "View deleted" };
    }),
});
