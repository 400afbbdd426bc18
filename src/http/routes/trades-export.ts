import { firmDayOf } from "../../business/office/settings/firm-settings.ts";
import { z } from "zod";
import { exportTrades } from "../../business/record/results/trades.queries.ts";
import { listOwnTradesInput } from "../../business/record/results/result.schema.ts";
import { readId, readQuery } from "../rest-input.ts";
import { defineRoute, type RouteCall } from "../route.ts";
import { sendExport } from "./send-file.ts";

const exportInput = listOwnTradesInput.pick({ stage: true, symbol: true });

const csv = {
  "200": {
    description: "The matching trades, newest first",
    content: {
      "text/csv": {
        schema: z.string(),
        example:
          "Position,Symbol,Side,Volume,Open Time (UTC),Open Price,Close Time (UTC),Close Price,Profit,Commission,Swap,Fee,Net,Sources\r\n1001,EURUSD,buy,0.50,2026-03-02T10:00:00.000Z,1.08345,2026-03-02T11:30:00.000Z,1.08412,33.50,-3.50,0.00,0.00,30.00,feed\r\n",
      },
    },
  },
};

async function sendTrades(call: RouteCall, traderId: number) {
  const { context, request } = call;
  const { app } = context;
  const values = readQuery(exportInput.shape, request.query as Record<string, unknown>);
  const query = exportInput.parse(values);
  const day = await firmDayOf(app.database.kysely, app.clock.now());
  // Trades are not read before the file is.
  const file = await exportTrades(app, traderId, query);
  return sendExport(call, `trades-${traderId}-${day}`, "csv", () => file);
}

export const ownTradesExport = defineRoute({
  name: "trader.record.export",
  rest: "GET /user/trades.csv",
  permission: "trader",
  cost: { kind: "stream" },
  operation: {
    summary: "Export your trades as CSV",
    description: "Returns all matching trades, newest first, with times in UTC.",
    tag: "Trader",
    requestParams: { query: exportInput },
    responses: csv,
    errors: { 400: "A filter is invalid", 404: "The stage does not exist" },
  },
  handle: (call) => sendTrades(call, call.actor.trader.id),
});

export const tradesExport = defineRoute({
  name: "admin.record.export",
  rest: "GET /admin/user/{userId}/trades.csv",
  permission: "administrator",
  ability: "records.read",
  scope: "records:read",
  cost: { kind: "stream" },
  operation: {
    summary: "Export a trader's trades as CSV",
    description: "Returns all matching trades, newest first, with times in UTC.",
    tag: "Records",
    requestParams: {
      path: z.object({ userId: z.number().meta({ type: "integer", examples: [7] }) }),
      query: exportInput,
    },
    responses: csv,
    errors: { 400: "A filter is invalid", 404: "The trader or the stage does not exist" },
  },
  handle: (call) => sendTrades(call, readId((call.request.params as { userId: string }).userId)),
});
