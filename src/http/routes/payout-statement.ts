import { z } from "zod";
import { writeStatementCopy } from "../../business/money/payouts/statement-copy.ts";
import { readId } from "../rest-input.ts";
import { defineRoute } from "../route.ts";
import { sendPrintedPage } from "./send-file.ts";

export const payoutStatementCopy = defineRoute({
  name: "payouts.statement",
  rest: "GET /payouts/{id}/statement",
  permission: "owner",
  ability: "payouts.read",
  operation: {
    summary: "Print the statement with which a payout was requested",
    description:
      "A page with the lines that add up to what could be withdrawn when the payout was requested. Available to its trader and to administrators.",
    tag: "Trader",
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 },
    ],
    responses: {
      "200": {
        description: "The page",
        content: { "text/html": { schema: z.string(), example: "<!doctype html>…" } },
      },
    },
    errors: {
      404: "The request does not exist, belongs to another trader, or was made without a statement",
    },
  },
  async handle({ context: { app }, actor, request, reply }) {
    const id = readId((request.params as { id: string }).id);
    const ownerId = actor.kind === "trader" ? actor.trader.id : undefined;
    return sendPrintedPage(reply, await writeStatementCopy(app, id, ownerId));
  },
});
