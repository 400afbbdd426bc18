import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import { pageOfTable } from "../../office/tables/table.router.ts";
import {
  finding,
  findingIdInput,
  findingPage,
  findingPageInput,
  listedFinding,
  listFindingsInput,
  listOwnFindingsInput,
  waiveInput,
} from "./finding.schema.ts";
import { findings, getListedFinding, servedFindings } from "./findings.queries.ts";
import { waiveFinding } from "./waive-finding.ts";

const { traderCall } = callsAbout("Trader");
const { administratorCall } = callsAbout("Records");

/** What rules of conduct have found about the trader's own account. */
export const traderConductRouter = t.router({
  list: traderCall({
    rest: "GET /user/conduct",
    summary: "List what rules of conduct have found about your account, newest first",
    description:
      "Contains notes, too, which cost nothing and of which you were not notified, and findings that are gone.",
  })
    .input(listOwnFindingsInput.optional())
    .output(z.array(finding))
    .query(({ ctx, input = {} }) =>
      respondWithPage(ctx, findings, { ...input, userId: ctx.actor.trader.id }),
    ),

  /** For the web client: a page, and the cursor of the next one. */
  page: traderCall()
    .input(findingPageInput)
    .output(findingPage)
    .query(({ ctx, input }) =>
      findings.readCursorPage(ctx.app, { ...input, userId: ctx.actor.trader.id }),
    ),
});

/** What rules of conduct have found about all accounts. */
export const adminConductRouter = t.router({
  list: administratorCall("reviews.read", {
    rest: "GET /admin/conduct",
    summary: "List what rules of conduct have found, newest first",
    description:
      "A finding stays in the list after it was waived, and after the records no longer lead to it.",
    scope: "records:read",
  })
    .input(listFindingsInput.optional())
    .output(z.array(finding))
    .query(({ ctx, input }) => respondWithPage(ctx, findings, input ?? {})),

  page: pageOfTable(servedFindings),

  /** For the web client. */
  get: administratorCall("reviews.read", { scope: "records:read" })
    .input(findingIdInput)
    .output(listedFinding)
    .query(({ ctx, input }) => getListedFinding(ctx.app, input.id)),

  waive: administratorCall("reviews.decide", {
    rest: "POST /admin/conduct/{id}/waive",
    summary: "Waive a finding",
    description:
      "It stays listed, but deducts nothing, is no strike and ends no evaluation; the stage is judged on. If it had ended the evaluation, the review stays open and can only be dismissed. Returns 409 with `current` unless the finding stands, and once the breach was confirmed.",
    errors: [409],
    event: "authz_admin",
    scope: "records:write",
    isLong: true,
    example: { reason: "The platform was late to fill the order" },
  })
    .input(waiveInput)
    .output(finding)
    .mutation(({ ctx, input }) => waiveFinding(ctx.app, ctx.actor, input)),
});
