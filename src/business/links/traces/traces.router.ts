import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { trace, tracesInput } from "./trace.schema.ts";
import { viewTraces } from "./view-traces.ts";

/** The browsers and networks from which a trader has signed in. */
export const adminTraces = callsAbout("Links")
  .administratorCall("links.read", {
    rest: "GET /admin/user/{id}/traces",
    summary: "List the browsers and networks of a trader's sign-ins, the latest first",
    description:
      "Only keyed hashes are stored, and they are not shown. The audit log records the view.",
  })
  .input(tracesInput)
  .output(z.array(trace))
  .query(({ ctx, input }) => viewTraces(ctx.app, ctx.actor, input.id));
