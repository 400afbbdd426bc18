import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { auditCsv } from "../platform/audit/audit-csv.ts";
import { listAuditInput } from "../platform/audit/audit-event.schema.ts";
import { auditEvents } from "../platform/audit/audit-events.queries.ts";
import type { Context } from "../platform/context.ts";
import { readQuery } from "./rest-input.ts";
import { defineRoute, registerRoute } from "./route.ts";

const exportInput = listAuditInput.omit({ limit: true, cursor: true });

export const auditExport = defineRoute({
  name: "admin.audit.export",
  rest: "GET /admin/audit/export",
  permission: "administrator",
  ability: "audit.read",
  scope: "audit:read",
  operation: {
    summary: "Export the audit log as CSV",
    description: "Returns all matching events, newest first.",
    tag: "Administration",
    requestParams: { query: exportInput },
    responses: {
      "200": {
        description: "The matching events",
        content: { "text/csv": { schema: z.string() } },
      },
    },
    errors: { 400: "A filter is invalid" },
  },
});

export function registerAuditExport(server: FastifyInstance, app: Context): void {
  registerRoute(server, app, auditExport, ({ request, reply }) => {
    const query = readQuery(exportInput.shape, request.query as Record<string, unknown>);
    const events = auditEvents.readBatches(app, exportInput.parse(query));
    const day = app.clock.now().toISOString().slice(0, 10);
    return reply
      .type("text/csv; charset=utf-8")
      .header("Content-Disposition", `attachment; filename="audit-log-${day}.csv"`)
      .send(auditCsv(events));
  });
}
