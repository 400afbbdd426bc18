import { administratorProcedure } from "../../identity/calls/procedures.ts";
import { call } from "../../identity/calls/call.ts";
import { readOverview } from "./overview.queries.ts";
import { overview } from "./overview.schema.ts";

/** The figures of the administrators' dashboard. */
export const adminDashboard = administratorProcedure("traders.read")
  .meta(
    call({
      rest: "GET /admin/dashboard",
      scope: "users:read",
      summary: "Get the dashboard figures",
      description: "Counts of traders and payout requests by status, and the newest traders.",
      tag: "Administration",
    }),
  )
  .output(overview)
  .query(({ ctx }) => readOverview(ctx.app));
