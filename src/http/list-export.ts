import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { ExportFormat } from "../business/exports/export-list.ts";
import { exportPayouts } from "../business/payouts/export-payouts.ts";
import { exportPayoutsInput } from "../business/payouts/payout.schema.ts";
import { exportStatements } from "../business/statements/export-statements.ts";
import { exportStatementsInput } from "../business/statements/statement.schema.ts";
import { exportTraders } from "../business/traders/export-traders.ts";
import { exportTradersInput } from "../business/traders/trader.schema.ts";
import type { StaffActor } from "../identity/bearer/token-actor.ts";
import { useReplica } from "../identity/calls/replicas.ts";
import type { Context } from "../platform/context.ts";
import { readQuery } from "./rest-input.ts";
import { defineRoute, registerRoute, type Route } from "./route.ts";

const types: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

const about =
  "All rows that match the search and the filters, in the order of `sort`, streamed; times are in UTC. The audit log records the export with its filters, and the number of rows when it has finished.";

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
const statements = { ...users, scope: "records:read" } as const;

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

export const statementsCsv = defineRoute({
  ...statements,
  name: "admin.statements.exportCsv",
  rest: "GET /admin/statements/export.csv",
  operation: {
    summary: "Export the imported statements of all traders as CSV",
    description: about,
    tag: "Records",
    requestParams: { query: exportStatementsInput },
    responses: csvResponse("ID,Name,File,Status\r\n4,Olivia Bennett,statement.htm,reconciled\r\n"),
    errors,
  },
});

export const statementsXlsx = defineRoute({
  ...statements,
  name: "admin.statements.exportXlsx",
  rest: "GET /admin/statements/export.xlsx",
  operation: {
    summary: "Export the imported statements of all traders as an Excel workbook",
    description: about,
    tag: "Records",
    requestParams: { query: exportStatementsInput },
    responses: xlsxResponse,
    errors,
  },
});

/** A table with the routes of its exports and what reads its rows. */
interface ExportedTable<Input extends z.ZodObject> {
  noun: string;
  routes: Record<ExportFormat, Route<"administrator">>;
  input: Input;
  exportRows: (
    context: Context,
    actor: StaffActor,
    format: ExportFormat,
    query: z.output<Input>,
  ) => Promise<Readable>;
}

export function registerListExports(server: FastifyInstance, app: Context): void {
  function register<Input extends z.ZodObject>(table: ExportedTable<Input>) {
    const { noun, routes, input, exportRows } = table;
    for (const format of ["csv", "xlsx"] as const) {
      registerRoute(server, app, routes[format], async ({ actor, request, reply }) => {
        const query = input.parse(readQuery(input.shape, request.query as Record<string, unknown>));
        const file = await exportRows(await useReplica(app), actor, format, query);
        const day = app.clock.now().toISOString().slice(0, 10);
        return reply
          .type(types[format])
          .header("Content-Disposition", `attachment; filename="${noun}-${day}.${format}"`)
          .send(file);
      });
    }
  }
  register({
    noun: "users",
    routes: { csv: usersCsv, xlsx: usersXlsx },
    input: exportTradersInput,
    exportRows: exportTraders,
  });
  register({
    noun: "payouts",
    routes: { csv: payoutsCsv, xlsx: payoutsXlsx },
    input: exportPayoutsInput,
    exportRows: exportPayouts,
  });
  register({
    noun: "statements",
    routes: { csv: statementsCsv, xlsx: statementsXlsx },
    input: exportStatementsInput,
    exportRows: exportStatements,
  });
}
