import { z } from "zod";
import { writeAgreementCopy } from "../../business/traders/agreements/agreement-copy.ts";
import { readId } from "../rest-input.ts";
import { defineRoute } from "../route.ts";
import { sendPrintedPage } from "./send-file.ts";

export const agreementCopy = defineRoute({
  name: "trader.agreements.copy",
  rest: "GET /user/agreements/{versionId}/copy",
  permission: "trader",
  operation: {
    summary: "Print an agreement that you have accepted",
    description: "A page with the text as it was accepted, its hash, your name and the time.",
    tag: "Trader",
    parameters: [
      { name: "versionId", in: "path", required: true, schema: { type: "integer" }, example: 7 },
    ],
    responses: {
      "200": {
        description: "The page",
        content: { "text/html": { schema: z.string(), example: "<!doctype html>…" } },
      },
    },
    errors: { 404: "You have not accepted this version" },
  },
  async handle({ context: { app }, actor, request, reply }) {
    const versionId = readId((request.params as { versionId: string }).versionId);
    return sendPrintedPage(reply, await writeAgreementCopy(app, actor.trader.id, versionId));
  },
});
