import { z } from "zod";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { auditEvent, auditPage, auditPageInput, listAuditInput } from "./audit-event.schema.ts";
import { auditEvents } from "./audit-events.ts";

const { administratorCall } = callsAbout("Administration");

/** The audit log. */
export const adminAuditRouter = t.router({
  list: administratorCall("audit.read", {
    rest: "GET /admin/audit",
    scope: "audit:read",
    summary: "List audit events, newest first",
    description:
      "With `limit`, returns one page, and the `Link` header contains the next. Without it, streams all matching events.",
  })
    .input(listAuditInput.optional())
    .output(z.array(auditEvent))
    .query(({ ctx, input }) => respondWithPage(ctx, auditEvents, input ?? {})),

  /** For the web client: a page, and the cursor of the next one. */
  page: administratorCall("audit.read", { scope: "audit:read" })
    .input(auditPageInput)
    .output(auditPage)
    .query(({ ctx, input }) => auditEvents.readCursorPage(ctx.app, input)),
});
