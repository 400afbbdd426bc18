import { z } from "zod";
import { respondWithPage } from "../../identity/calls/respond-with-page.ts";
import { administratorProcedure } from "../../identity/calls/procedures.ts";
import { call } from "../../identity/calls/call.ts";
import { t } from "../../identity/calls/trpc.ts";
import {
  auditEvent,
  auditPage,
  auditPageInput,
  listAuditInput,
} from "../../platform/audit/audit-event.schema.ts";
import { listAuditEvents, streamAuditEvents } from "../../platform/audit/audit-events.queries.ts";

/** The audit log. */
export const adminAuditRouter = t.router({
  list: administratorProcedure
    .meta(
      call({
        rest: "GET /admin/audit",
        summary: "The audit log, newest first",
        description:
          "With `limit`, one page: the `Link` header leads to the next. Without, all events that match as a stream.",
        tag: "Administration",
        errors: [400],
      }),
    )
    .input(listAuditInput.optional())
    .output(z.array(auditEvent))
    .query(({ ctx, input }) =>
      respondWithPage(ctx, "/api/admin/audit", input ?? {}, listAuditEvents, streamAuditEvents),
    ),

  /** For the screens: each page says itself where the next one begins. */
  page: administratorProcedure
    .input(auditPageInput)
    .output(auditPage)
    .query(async ({ ctx, input }) => {
      const { items, nextCursor } = await listAuditEvents(ctx.app, input);
      return { rows: items, nextCursor: nextCursor ?? null };
    }),
});
