import { z } from "zod";
import type { FastifyInstance } from "fastify";
import { openCase } from "../../business/record/cases/case.queries.ts";
import { caseFile } from "../../business/record/cases/case.schema.ts";
import { listOwnTradesInput } from "../../business/record/results/result.schema.ts";
import { contentDisposition } from "./send-file.ts";
import { readId, readQuery } from "../rest-input.ts";
import { defineRoute, type RouteCall } from "../route.ts";
import type { Context } from "../../platform/context.ts";
import { readPublicKeys } from "../../platform/vault/signing-keys.ts";

const caseInput = listOwnTradesInput.pick({ stage: true });

const description =
  "Returns the rules, the records and the verdict of a stage as of now, or as of its end, with hashes and the firm's signature: everything needed to judge it again, with `npm run verify` or at `/verify`. It does not name administrators or tools.";

const file = {
  "200": {
    description: "The case file",
    content: { "application/json": { schema: caseFile } },
  },
};

const tooMany = "The caller has downloaded 60 case files of the trader within an hour";

async function sendCase(call: RouteCall, traderId: number) {
  const { context, request, reply } = call;
  const { app } = context;
  const values = readQuery(caseInput.shape, request.query as Record<string, unknown>);
  const { stage } = caseInput.parse(values);
  const { name, size, content } = await openCase(app, traderId, stage);
  return reply
    .type("application/json; charset=utf-8")
    .header("Content-Length", size)
    .header("Content-Disposition", contentDisposition("attachment", name))
    .send(content);
}

export const ownCaseFile = defineRoute({
  name: "trader.case",
  rest: "GET /user/case",
  permission: "trader",
  cost: { kind: "replay", attempts: "caseByCallerAndTrader" },
  operation: {
    summary: "Download the case file of your stage",
    description,
    tag: "Trader",
    requestParams: { query: caseInput },
    responses: file,
    errors: {
      400: "The stage is not an id",
      404: "The account has no stages, or the stage does not belong to it",
      429: tooMany,
    },
  },
  handle: (call) => sendCase(call, call.actor.trader.id),
});

export const traderCaseFile = defineRoute({
  name: "admin.case",
  rest: "GET /admin/user/{userId}/case",
  permission: "administrator",
  ability: "records.read",
  scope: "records:read",
  cost: { kind: "replay", attempts: "caseByCallerAndTrader", per: "userId" },
  operation: {
    summary: "Download the case file of a trader's stage",
    description,
    tag: "Records",
    requestParams: {
      path: z.object({ userId: z.number().meta({ type: "integer", examples: [7] }) }),
      query: caseInput,
    },
    responses: file,
    errors: {
      400: "The stage is not an id",
      404: "The trader or the stage does not exist, or the account has no stage",
      429: tooMany,
    },
  },
  handle(call) {
    const { userId } = call.request.params as { userId: string };
    return sendCase(call, readId(userId));
  },
});

/** Serves the public keys that verify case files to anyone, including pages of other origins. */
export function registerPublishedKeys(server: FastifyInstance, { database }: Context): void {
  server.get("/.well-known/propdesk-keys.json", async (_request, reply) =>
    reply
      .header("Cache-Control", "no-cache")
      .header("Access-Control-Allow-Origin", "*")
      .header("Cross-Origin-Resource-Policy", "cross-origin")
      .send({ keys: await readPublicKeys(database) }),
  );
}
