import { z } from "zod";
import { getRun } from "../../business/money/payments/payments.queries.ts";
import { exportRun } from "../../business/money/payments/export-run.ts";
import { type RunExport, sepaExportInput } from "../../business/money/payments/payments.schema.ts";
import { readId, readQuery } from "../rest-input.ts";
import { defineRoute, type RouteCall } from "../route.ts";
import { sendExport } from "./send-file.ts";

const requestParams = {
  path: z.object({ id: z.number().meta({ type: "integer", examples: [7] }) }),
};
const notFound = "The run does not exist";

async function sendRun(call: RouteCall<"administrator">, wanted: RunExport) {
  const { context, actor, request } = call;
  const id = readId((request.params as { id: string }).id);
  const extension = wanted.kind === "sepa" ? "xml" : wanted.kind;
  const name = `payment-run-${id}`;
  // The name depends on the content, of which HEAD exports nothing.
  const exported =
    request.method === "HEAD" ? undefined : await exportRun(context.app, actor, id, wanted);
  return sendExport(
    call,
    exported?.isRepeated ? `${name}-exported-again` : name,
    extension,
    () => exported?.file ?? "",
    () => getRun(context.app, id),
  );
}

export const paymentCsv = defineRoute({
  name: "admin.payments.exportCsv",
  rest: "GET /admin/payments/{id}/export.csv",
  permission: "administrator",
  ability: "payments.manage",
  scope: "payments:manage",
  cost: { kind: "stream" },
  event: "sensitive_read",
  operation: {
    summary: "Export a payment run as CSV, with payment details",
    description:
      "For a bank or payment provider: returns the open payments, with payment details exactly as the traders entered them, which a spreadsheet may take for formulas. The export is recorded; the file's name says `exported-again` if a payment in it was exported before without having been paid since. Returns 409 if no payment is open.",
    tag: "Payments",
    requestParams,
    responses: {
      "200": {
        description: "The payments",
        content: {
          "text/csv": {
            schema: z.string(),
            example:
              "Payment,Request,User ID,Name,Email,Amount,Currency,Payment Method,Payment Details\r\n3,12,7,Olivia Bennett,olivia.bennett@example.com,1000.00,EUR,Bank Transfer,DE89370400440532013000\r\n",
          },
        },
      },
    },
    errors: { 404: notFound, 409: "No payment of the run is open" },
  },
  handle: (call) => sendRun(call, { kind: "csv" }),
});

export const paymentSepa = defineRoute({
  name: "admin.payments.exportSepa",
  rest: "GET /admin/payments/{id}/export.xml",
  permission: "administrator",
  ability: "payments.manage",
  scope: "payments:manage",
  cost: { kind: "stream" },
  event: "sensitive_read",
  operation: {
    summary: "Export a payment run as a SEPA credit transfer order",
    description:
      "Returns a pain.001.001.09 file with the open euro payments to accounts in SEPA. If a payment is left out, its `sepaExclusion` contains the reason. The same content always has the same message id, and any other content has another. The export is recorded; the file's name says `exported-again` if a payment in it was exported before without having been paid since.",
    tag: "Payments",
    requestParams: { ...requestParams, query: sepaExportInput },
    responses: {
      "200": {
        description: "The order",
        content: {
          "application/xml": {
            schema: z.string(),
            example:
              '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">…</Document>',
          },
        },
      },
    },
    errors: {
      400: "The execution date is invalid or has passed",
      404: notFound,
      409: "The firm's account has not been set, or no open payment can be sent by SEPA",
    },
  },
  handle(call) {
    const query = readQuery(sepaExportInput.shape, call.request.query as Record<string, unknown>);
    return sendRun(call, { kind: "sepa", ...sepaExportInput.parse(query) });
  },
});
