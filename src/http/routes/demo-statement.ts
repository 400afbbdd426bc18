import { createReadStream } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import {
  demoStatementsFolder,
  listDemoStatements,
} from "../../business/trading/statements/import-statement.ts";
import { notFound } from "../../platform/errors.ts";
import { contentDisposition } from "./send-file.ts";
import { defineRoute } from "../route.ts";

/** A demo firm's statement to try the import with. For the web client. */
export const demoStatement = defineRoute({
  name: "admin.statements.demoFile",
  rest: "GET /admin/demo-statements/{name}",
  permission: "administrator",
  ability: "records.read",
  scope: "records:read",
  operation: {
    summary: "Download a demo statement to try the import with",
    description:
      "Only a firm with demo data has such files; their names are shown where statements are imported.",
    tag: "Records",
    parameters: [
      {
        name: "name",
        in: "path",
        required: true,
        description: "The name of the file",
        schema: { type: "string" },
        example: "sofia-delgado-mt5-html.html",
      },
    ],
    responses: {
      "200": {
        description: "The file",
        content: {
          "application/octet-stream": {
            schema: z.string().meta({ format: "binary" }),
            example: "<html><head><title>Trade History Report …",
          },
        },
      },
    },
    errors: { 404: "There is no demo statement with this name" },
  },
  async handle({ context, request, reply }) {
    const { name } = request.params as { name: string };
    const { app } = context;
    if (!(await listDemoStatements(app)).includes(name)) throw notFound("Statement");
    return (
      reply
        // Never served as HTML: see statements.ts.
        .type("application/octet-stream")
        .header("Content-Disposition", contentDisposition("attachment", name))
        .send(createReadStream(join(demoStatementsFolder(app.config.dataDir), name)))
    );
  },
});
