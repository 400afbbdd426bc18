import { z } from "zod";
import { firmDayOf } from "../../business/office/settings/firm-settings.ts";
import { exportPayouts } from "../../business/money/payouts/view-payouts.ts";
import { exportPayoutsInput } from "../../business/money/payouts/payout.schema.ts";
import { exportTraders } from "../../business/traders/export-traders.ts";
import { exportTradersInput } from "../../business/traders/trader.schema.ts";
import type { DeclaredExport } from "../../calls/call.ts";
import { useReplica } from "../../calls/replicas.ts";
import { readQuery } from "../rest-input.ts";
import { procedures } from "../app-router.ts";
import { defineRoute } from "../route.ts";
import { exportTypes, sendExport } from "./send-file.ts";
import { auditActionCodes } from "../../business/watch/audit-log/audit-actions.rule.ts";
import { auditCsv, auditEvents } from "../../business/watch/audit-log/audit-events.ts";
import { listAuditInput } from "../../business/watch/audit-log/audit-event.schema.ts";

const about =
  "For people, not for API tokens: streams all rows that match the search and the filters, in the order of `sort`, with times in UTC. The audit log records the export with its filters and, when it has finished, the number of rows.";

const formats = [
  { format: "csv", name: "Csv", words: "CSV" },
  { format: "xlsx", name: "Xlsx", words: "an Excel workbook" },
] as const;

/** Defines the routes of an export, one for each format. */
function exportRoutes(table: DeclaredExport) {
  const { name: noun, tag, summary, input, example, exportRows } = table;
  const responses = {
    csv: {
      description: "The matching rows",
      content: { "text/csv": { schema: z.string(), example } },
    },
    xlsx: {
      description: "The matching rows: amounts as numbers, times as dates",
      content: {
        [exportTypes.xlsx]: { schema: z.string().meta({ format: "binary" }), example: "PK…" },
      },
    },
  };
  return formats.map(({ format, name, words }) =>
    defineRoute({
      permission: "administrator",
      ability: "tables.export",
      cost: { kind: "stream" },
      name: `admin.${noun}.export${name}`,
      rest: `GET /admin/${noun}/export.${format}`,
      operation: {
        summary: summary(words),
        description: about,
        tag,
        requestParams: { query: input },
        responses: { "200": responses[format] },
        errors: { 400: "A filter or a column is invalid" },
      },
      async handle(call) {
        const { context, actor, request } = call;
        const { app } = context;
        const query = input.parse(readQuery(input.shape, request.query as Record<string, unknown>));
        const day = await firmDayOf(app.database.kysely, app.clock.now());
        return sendExport(call, `${noun}-${day}`, format, async () =>
          exportRows(await useReplica(app), actor, format, query),
        );
      },
    }),
  );
}

export const listExports = [
  ...exportRoutes({
    name: "users",
    tag: "Administration",
    summary: (format) => `Export traders as ${format}`,
    input: exportTradersInput,
    example: "ID,Name,Email\r\n7,Olivia Bennett,olivia.bennett@example.com\r\n",
    exportRows: exportTraders,
  }),
  ...exportRoutes({
    name: "payouts",
    tag: "Administration",
    summary: (format) => `Export payout requests as ${format}, without payment details`,
    input: exportPayoutsInput,
    example: "ID,Name,Amount,Status\r\n12,Olivia Bennett,1000.00,pending\r\n",
    exportRows: exportPayouts,
  }),
  // Those of tables that `serveTable` serves, in the order of their actions in the audit log.
  ...procedures
    .flatMap(({ meta }) => meta.exports ?? [])
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .flatMap(exportRoutes),
];

function placeOf({ name }: DeclaredExport): number {
  return auditActionCodes.findIndex((action) => action === `${name}.exported`);
}

const exportInput = listAuditInput.omit({ limit: true, cursor: true });

export const auditExport = defineRoute({
  name: "admin.audit.export",
  rest: "GET /admin/audit/export",
  permission: "administrator",
  ability: "audit.read",
  cost: { kind: "stream" },
  operation: {
    summary: "Export the audit log as CSV",
    description: "For people, not for API tokens: returns all matching events, newest first.",
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
  async handle(call) {
    const { app } = call.context;
    const values = readQuery(exportInput.shape, call.request.query as Record<string, unknown>);
    const query = exportInput.parse(values);
    const day = await firmDayOf(app.database.kysely, app.clock.now());
    return sendExport(call, `audit-log-${day}`, "csv", () =>
      auditCsv(auditEvents.readBatches(app, query)),
    );
  },
});
