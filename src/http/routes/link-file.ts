import { z } from "zod";
import { type LinkFile, linkFile } from "../../business/links/file/link-file.schema.ts";
import { openLinkFile } from "../../business/links/file/open-link-file.ts";
import { viewLinkFile } from "../../business/links/file/view-link-file.ts";
import { idInput } from "../../platform/fields/fields.schema.ts";
import { readId, readQuery } from "../rest-input.ts";
import { defineRoute, type RouteCall } from "../route.ts";
import { contentDisposition } from "./send-file.ts";

const fileInput = z.strictObject({
  userId: idInput("userId must be the id of a user").meta({
    description: "The trader who sees it so",
  }),
});

const path = z.object({ id: z.number().meta({ type: "integer", examples: [12] }) });

const description =
  "Returns what a link was confirmed on, as one of its traders sees it, with the deals, the settings and the firm's signature: everything needed to compute it again, with `npm run verify` or at `/verify`. Results, shared facts and what other accounts did are vouched for by the signature.";

const responses = {
  "200": {
    description: "The file of the link",
    content: { "application/json": { schema: linkFile } },
  },
};

const tooMany = "The caller has downloaded 60 files of cases and links within an hour";

function sendLink({ reply }: RouteCall, file: LinkFile) {
  return reply
    .type("application/json; charset=utf-8")
    .header(
      "Content-Disposition",
      contentDisposition("attachment", `propdesk-link-${file.link.id}.json`),
    )
    .send(JSON.stringify(file));
}

const linkId = ({ request }: RouteCall) => readId((request.params as { id: string }).id);

export const ownLinkFile = defineRoute({
  name: "trader.links.file",
  rest: "GET /user/links/{id}/file",
  permission: "trader",
  cost: { kind: "replay", attempts: "caseByCallerAndTrader" },
  operation: {
    summary: "Download the file of a link of your account",
    description,
    tag: "Trader",
    requestParams: { path },
    responses,
    errors: { 404: "No such link of the account was confirmed", 429: tooMany },
  },
  async handle(call) {
    const { file } = await openLinkFile(call.context.app, call.actor.trader.id, linkId(call));
    return sendLink(call, file);
  },
});

export const traderLinkFile = defineRoute({
  name: "admin.links.file",
  rest: "GET /admin/links/{id}/file",
  permission: "administrator",
  ability: "links.read",
  cost: { kind: "replay", attempts: "caseByCallerAndTrader", per: "id" },
  operation: {
    summary: "Download the file of a link as one of its users sees it",
    description: `${description} The audit log records the view for each user of the file.`,
    tag: "Links",
    requestParams: { path, query: fileInput },
    responses,
    errors: {
      400: "The query names no user",
      404: "No such link of the user was confirmed",
      429: tooMany,
    },
  },
  async handle(call) {
    const { context, request } = call;
    const values = readQuery(fileInput.shape, request.query as Record<string, unknown>);
    const { userId } = fileInput.parse(values);
    const file = await viewLinkFile(context.app, call.actor, { id: linkId(call), userId });
    return sendLink(call, file);
  },
});
