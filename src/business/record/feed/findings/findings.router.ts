import { z } from "zod";
import { callsAbout } from "../../../../calls/procedures.ts";
import { respondWithPage } from "../../../../calls/respond-with-page.ts";
import { t } from "../../../../calls/trpc.ts";
import { decideFinding } from "./decide-finding.ts";
import { decideFindingInput, finding, listFindingsInput } from "./finding.schema.ts";
import { findings } from "./findings.queries.ts";

const { administratorCall } = callsAbout("Records");

/** What was fed and the platform no longer shows so. */
export const adminFindingsRouter = t.router({
  findings: administratorCall("records.read", {
    rest: "GET /admin/bridges/findings",
    scope: "records:read",
    summary: "List the records that the platform no longer shows as they were fed, newest first",
    description:
      "A known ticket with other content, and one that a call with `complete` lacks. While a finding is open, the record stands, and the verdicts of its stage are `incomplete`.",
  })
    .input(listFindingsInput.optional())
    .output(z.array(finding))
    .query(({ ctx, input = {} }) => respondWithPage(ctx, findings, input)),

  decide: administratorCall("records.write", {
    rest: "POST /admin/bridges/findings/{id}",
    scope: "records:write",
    summary: "Decide a finding",
    description:
      "`accept`: what the feed has reported is from now on as the platform shows it, the verdict is computed again, and the trader gets a notice with both and the reason; what a statement holds as well stays. `keep`: the record stands, and this content is not reported again. Returns 409 with `current` if the finding is not open.",
    errors: [409],
    event: "authz_admin",
    isLong: true,
    example: { decision: "accept", reason: "The platform has corrected the price" },
  })
    .input(decideFindingInput)
    .output(finding)
    .mutation(({ ctx, input }) => decideFinding(ctx.app, ctx.actor, input)),
});
