import { createReadStream } from "node:fs";
import { join } from "node:path";
import { demoStatementsFolder, listDemoStatements } from "../business/statements/demo-files.ts";
import { notFound } from "../platform/lib/errors.ts";
import { contentDisposition } from "./content-disposition.ts";
import { defineRoute } from "./route.ts";

/** A demo firm's statement to try the import with. For the web client. */
export const demoStatement = defineRoute({
  name: "admin.statements.demoFile",
  rest: "GET /admin/demo-statements/{name}",
  permission: "administrator",
  ability: "records.read",
  scope: "records:read",
  async handle({ context, request, reply }) {
    const { name } = request.params as { name: string };
    const { app } = context;
    if (!(await listDemoStatements(app)).includes(name)) throw notFound("Statement");
    return (
      reply
        // Never served as HTML: see statement-file.ts.
        .type("application/octet-stream")
        .header("Content-Disposition", contentDisposition("attachment", name))
        .send(createReadStream(join(demoStatementsFolder(app.config.dataDir), name)))
    );
  },
});
