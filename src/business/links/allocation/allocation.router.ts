import { callsAbout } from "../../../calls/procedures.ts";
import { viewAllocation } from "./allocation.queries.ts";
import { allocation, allocationInput } from "./allocation.schema.ts";

/** What is allocated to a trader and those who are the same person. */
export const adminAllocation = callsAbout("Links")
  .administratorCall("links.read", {
    rest: "GET /admin/user/{id}/allocation",
    summary: "Get what is allocated to a trader, with all accounts of the person",
    description:
      "The initial balances of open stages by currency, compared with the caps of the settings for links. If stages of others are shown, the audit log records the view for each trader.",
  })
  .input(allocationInput)
  .output(allocation)
  .query(({ ctx, input }) => viewAllocation(ctx.app, ctx.actor, input));
