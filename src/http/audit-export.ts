import type { FastifyInstance } from "fastify";
import { listAuditInput } from "../platform/audit/audit-event.schema.ts";
import { readAuditEvents } from "../platform/audit/audit-events.queries.ts";
import { auditCsv } from "../platform/audit/audit-csv.ts";
import type { Context } from "../platform/context.ts";
import { readQuery } from "./rest.ts";

const exportInput = listAuditInput.omit({ limit: true, cursor: true });

/** The audit log as a table: it streams, so it is no procedure. */
export function registerAuditExport(server: FastifyInstance, app: Context): void {
  server.get("/admin/audit/export", (request, reply) => {
    const query = readQuery(exportInput.shape, request.query as Record<string, unknown>);
    const events = readAuditEvents(app, exportInput.parse(query));
    const day = app.clock.now().toISOString().slice(0, 10);
    return reply
      .type("text/csv; charset=utf-8")
      .header("Content-Disposition", `attachment; filename="audit-log-${day}.csv"`)
      .send(auditCsv(events));
  });
}
