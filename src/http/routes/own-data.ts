import { z } from "zod";
import { firmDayOf } from "../../business/office/settings/firm-settings.ts";
import {
  exportOwnData,
  exportTraderData,
  findSubject,
} from "../../business/watch/own-data/export-own-data.ts";
import { useReplica } from "../../calls/replicas.ts";
import type { Context } from "../../platform/context.ts";
import { readId } from "../rest-input.ts";
import { defineRoute } from "../route.ts";
import { exportTypes, sendExport } from "./send-file.ts";

const contents =
  "profile, account, sessions, stages, rules, records, verdicts, reviews, appeals, warnings, payout requests, payments, notices, identities, accepted agreements, confirmed links to other accounts, certificates, statements and actions as JSON and as CSV, the certificates, statements, pictures of documents and files attached to appeals themselves, and a `README.txt`, which is the last file and states that the archive is complete. It contains no password, key or hash, and names no administrator, tool or other trader.";

const responses = {
  "200": {
    description: "The archive",
    content: {
      [exportTypes.zip]: { schema: z.string().meta({ format: "binary" }), example: "PK…" },
    },
  },
};

const nameOf = async ({ clock, database }: Context, traderId: number) =>
  `propdesk-data-${traderId}-${await firmDayOf(database.kysely, clock.now())}`;

export const ownDataExport = defineRoute({
  name: "trader.exportData",
  rest: "GET /user/export",
  permission: "trader",
  cost: { kind: "stream" },
  operation: {
    summary: "Download everything that is held about you",
    description: `Streams a zip file, at most once an hour: ${contents} The audit log records the export.`,
    tag: "Trader",
    responses,
    errors: { 429: "The trader has exported the data within the last hour" },
  },
  async handle(call) {
    const { context, actor } = call;
    const name = await nameOf(context.app, actor.trader.id);
    return sendExport(call, name, "zip", () => exportOwnData(context.app, actor));
  },
});

export const traderDataExport = defineRoute({
  name: "admin.users.exportData",
  rest: "GET /admin/user/{id}/export",
  permission: "administrator",
  ability: "traders.delete",
  cost: { kind: "stream" },
  event: "sensitive_read",
  operation: {
    summary: "Download everything that is held about a trader",
    description: `Streams a zip file: ${contents} Unlike the trader's own export, it contains internal notes and tags. The audit log records the export. API tokens cannot make this call.`,
    tag: "Administration",
    requestParams: {
      path: z.object({ id: z.number().meta({ type: "integer", examples: [7] }) }),
    },
    responses,
    errors: { 404: "The trader does not exist" },
  },
  async handle(call) {
    const { context, actor, request } = call;
    const { app } = context;
    const id = readId((request.params as { id: string }).id);
    return sendExport(
      call,
      await nameOf(app, id),
      "zip",
      async () => exportTraderData(await useReplica(app), actor, id),
      () => findSubject(app, id),
    );
  },
});
