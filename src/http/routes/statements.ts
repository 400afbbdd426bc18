import { createReadStream } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import {
  demoStatementsFolder,
  importStatement,
  listDemoStatements,
} from "../../business/record/statements/import-statement.ts";
import {
  acceptedFormats,
  MAX_STATEMENT_BYTES,
} from "../../business/record/statements/statement.rule.ts";
import { statement, statementFields } from "../../business/record/statements/statement.schema.ts";
import { notFound } from "../../platform/errors.ts";
import { readId } from "../rest-input.ts";
import { defineRoute } from "../route.ts";
import { receiveUpload } from "./uploads.ts";
import { openStatementFile } from "../../business/record/statements/statements.queries.ts";
import { contentDisposition, fileResponses, serveOwnedFile } from "./send-file.ts";

const form = {
  fileField: "file",
  fields: statementFields,
  // Also the message for an empty file.
  missingFile: `The file is missing or empty. ${acceptedFormats}`,
  tooLarge: "A statement must not be larger than 50 MB",
};

export const statementUpload = defineRoute({
  name: "admin.statements.import",
  rest: "POST /admin/user/{userId}/statements",
  permission: "administrator",
  ability: "records.write",
  form: { maxBytes: MAX_STATEMENT_BYTES },
  scope: "records:write",
  isLong: true,
  event: "upload_stored",
  operation: {
    summary: "Import a statement",
    description:
      "Accepts MetaTrader 4 statements (HTML), MetaTrader 5 reports (HTML, XLSX) and CSV files of at most 50 MB. The format is detected from the content, not from the file name.",
    tag: "Records",
    parameters: [
      { name: "userId", in: "path", required: true, schema: { type: "integer" }, example: 7 },
    ],
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: z.object({
            file: z.string().meta({ format: "binary" }),
            timeZone: z
              .string()
              .optional()
              .meta({
                description:
                  "The IANA zone of the platform's clock. By default that of the trader's latest statement, and of the firm if there is none. An offset that the file states takes precedence",
                examples: ["Europe/Athens"],
              }),
            financing: z.enum(["cost"]).optional().meta({
              description:
                "Balance operations with a financing comment are costs; by default, they are deposits and withdrawals",
            }),
            stageId: z.string().optional().meta({ description: "The current stage by default" }),
            dryRun: z
              .enum(["true", "false"])
              .optional()
              .meta({ description: "Checks everything and stores nothing" }),
          }),
          example: {
            file: "<html><head><title>Statement: 5002001 …",
            timeZone: "Europe/Athens",
            dryRun: "true",
          },
        },
      },
    },
    responses: {
      "200": {
        description: "What an import would do, or the statement that was imported before",
        content: { "application/json": { schema: statement } },
      },
      "201": {
        description: "The imported statement",
        content: { "application/json": { schema: statement } },
      },
    },
    errors: {
      400: "A field is invalid, or the file is not a statement",
      404: "The trader or the stage does not exist",
      413: "The file is larger than 50 MB, or unpacks to more than 400 MB",
      415: "The body is not multipart/form-data",
    },
  },
  async handle(call) {
    const traderId = readId((call.request.params as { userId: string }).userId);
    if (traderId === 0) throw notFound("User");
    const imported = await receiveUpload(call, form, (app, actor, fields, file) =>
      importStatement(app, actor, { traderId, ...fields }, file),
    );
    call.reply.code(imported.isNew ? 201 : 200);
    return statement.parse(imported.statement);
  },
});

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
    responses: fileResponses("application/octet-stream", "<html><head><title>Statement: 5002001 …"),
    errors: { 404: "The statement does not exist or belongs to another trader" },
  },
  handle: serveOwnedFile({
    // Never served as HTML, because a browser would render markup that a stranger wrote.
    type: "application/octet-stream",
    disposition: "attachment",
    open: openStatementFile,
  }),
});

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
    responses: fileResponses(
      "application/octet-stream",
      "<html><head><title>Trade History Report …",
    ),
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
