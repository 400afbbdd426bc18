import { z } from "zod";
import { auditCsv } from "../../platform/audit/audit-csv.ts";
import { listAuditInput } from "../../platform/audit/audit-event.schema.ts";
import { auditEvents } from "../../platform/audit/audit-events.queries.ts";
import { readQuery } from "../rest-input.ts";
import { defineRoute } from "../route.ts";
import { sendExport } from "./send-file.ts";

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
        content: {
          "text/csv": {
            schema: z.string(),
            example:
              "ID,Time (UTC),Actor,Actor ID,Actor Name,Action,What,Trader ID,Trader,Payout Request,Changes,Reason,Address,Request ID\r\n1042,2026-03-14T09:26:53.000Z,administrator,1,Ada Byrne,payout.approved,Approved a payout,7,Olivia Bennett,12,status: pending to approved,,203.0.113.7,req-1a\r\n",
          },
        },
      },
    },
    errors: { 400: "A filter is invalid" },
  },
  handle({ context: { app }, request, reply }) {
    const query = readQuery(exportInput.shape, request.query as Record<string, unknown>);
    const events = auditEvents.readBatches(app, exportInput.parse(query));
    const day = app.clock.now().toISOString().slice(0, 10);
    return sendExport(reply, `audit-log-${day}`, "csv", auditCsv(events));
  },
});
