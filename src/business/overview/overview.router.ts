import { administratorProcedure } from "../../identity/calls/procedures.ts";
import { rest } from "../../identity/calls/rest-meta.ts";
import { readOverview } from "./overview.queries.ts";
import { overview } from "./overview.schema.ts";

/** The figures of the administrators' dashboard. */
export const adminDashboard = administratorProcedure
  .meta(
    rest("GET /admin/dashboard", {
      summary: "The book at a glance",
      description: "Traders and payout requests counted by status, and the newest traders.",
      tag: "Administration",
      errors: [401, 403],
    }),
  )
  .output(overview)
  .query(({ ctx }) => readOverview(ctx.app));
