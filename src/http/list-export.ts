import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { ExportFormat } from "../business/exports/export-list.ts";
import { exportPayouts } from "../business/payouts/export-payouts.ts";
import { exportPayoutsInput } from "../business/payouts/payout.schema.ts";
import { exportTraders } from "../business/traders/export-traders.ts";
import { exportTradersInput } from "../business/traders/trader.schema.ts";
import { useReplica } from "../identity/calls/replicas.ts";
import type { Context } from "../platform/context.ts";
import { readQuery } from "./rest-input.ts";
import { defineRoute, registerRoute } from "./route.ts";

const types: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

const about =
  "All rows that match the search and the filters, in the order of `sort`, streamed; times are in UTC. The export is an event in the audit log, with what was asked for, and another one with the number of rows.";

function csvResponse(example: string) {
  return {
    "200": {
      description: "The matching rows",
      content: { "text/csv": { schema: z.string(), example } },
    },
  };
}

const xlsxResponse = {
  "200": {
    description: "The matching rows: amounts as numbers, times as dates",
    content: { [types.xlsx]: { schema: z.string().meta({ format: "binary" }), example: "PK…" } },
  },
};

const errors = { 400: "A filter or a column is invalid" };

const users = {
  permission: "administrator",
  ability: "tables.export",
  scope: "users:read",
} as const;
const payouts = { ...users, scope: "payouts:read" } as const;

export const usersCsv = defineRoute({
  ...users,
  name: "admin.users.exportCsv",
  rest: "GET /admin/users/export.csv",
  operation: {
    summary: "Export traders as CSV",
    description: about,
    tag: "Administration",
    requestParams: { query: exportTradersInput },
    responses: csvResponse("ID,Name,Email\r\n7,Olivia Bennett,olivia.bennett@example.com\r\n"),
    errors,
  },
});

export const usersXlsx = defineRoute({
  ...users,
  name: "admin.users.exportXlsx",
  rest: "GET /admin/users/export.xlsx",
  operation: {
    summary: "Export traders as an Excel workbook",
    description: about,
    tag: "Administration",
    requestParams: { query: exportTradersInput },
    responses: xlsxResponse,
    errors,
  },
});

export const payoutsCsv = defineRoute({
  ...payouts,
  name: "admin.payouts.exportCsv",
  rest: "GET /admin/payouts/export.csv",
  operation: {
    summary: "Export payout requests as CSV, without payment details",
    description: about,
    tag: "Administration",
    requestParams: { query: exportPayoutsInput },
    responses: csvResponse("ID,Name,Amount,Status\r\n12,Olivia Bennett,1000.00,pending\r\n"),
    errors,
  },
});

export const payoutsXlsx = defineRoute({
  ...payouts,
  name: "admin.payouts.exportXlsx",
  rest: "GET /admin/payouts/export.xlsx",
  operation: {
    summary: "Export payout requests as an Excel workbook, without payment details",
    description: about,
    tag: "Administration",
    requestParams: { query: exportPayoutsInput },
    responses: xlsxResponse,
    errors,
  },
});

export function registerListExports(server: FastifyInstance, app: Context): void {
  const fileHeaders = (noun: string, format: ExportFormat) => ({
    "content-type": types[format],
    "content-disposition": `attachment; filename="${noun}-${app.clock.now().toISOString().slice(0, 10)}.${format}"`,
  });
  const registerUsers = (route: typeof usersCsv, format: ExportFormat) =>
    registerRoute(server, app, route, async ({ actor, request, reply }) => {
      const query = readQuery(exportTradersInput.shape, request.query as Record<string, unknown>);
      const input = exportTradersInput.parse(query);
      const file = await exportTraders(await useReplica(app), actor, format, input);
      return reply.headers(fileHeaders("users", format)).send(file);
    });
  const registerPayouts = (route: typeof payoutsCsv, format: ExportFormat) =>
    registerRoute(server, app, route, async ({ actor, request, reply }) => {
      const query = readQuery(exportPayoutsInput.shape, request.query as Record<string, unknown>);
      const input = exportPayoutsInput.parse(query);
      const file = await exportPayouts(await useReplica(app), actor, format, input);
      return reply.headers(fileHeaders("payouts", format)).send(file);
    });
  registerUsers(usersCsv, "csv");
  registerUsers(usersXlsx, "xlsx");
  registerPayouts(payoutsCsv, "csv");
  registerPayouts(payoutsXlsx, "xlsx");
}
