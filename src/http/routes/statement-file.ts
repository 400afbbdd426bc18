import { z } from "zod";
import { openStatementFile } from "../../business/trading/statements/statements.queries.ts";
import { serveOwnedFile } from "./send-file.ts";
import { defineRoute } from "../route.ts";

export const statementFile = defineRoute({
  name: "statements.file",
  rest: "GET /statements/{id}/file",
  permission: "owner",
  ability: "records.read",
  scope: "records:read",
  operation: {
    summary: "Download the original file of a statement",
    description: "Available to its trader and to administrators.",
    tag: "Trader",
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 },
    ],
    responses: {
      "200": {
        description: "The file",
        content: {
          "application/octet-stream": {
            schema: z.string().meta({ format: "binary" }),
            example: "<html><head><title>Statement: 5002001 …",
          },
        },
      },
    },
    errors: { 404: "The statement does not exist or belongs to another trader" },
  },
  handle: serveOwnedFile({
    // Never served as HTML, because a browser would render markup that a stranger wrote.
    type: "application/octet-stream",
    disposition: "attachment",
    open: openStatementFile,
  }),
});
