import { z } from "zod";
import {
  attachmentTypes,
  MAX_ATTACHMENT_BYTES,
} from "../../business/decisions/appeals/appeal.rule.ts";
import {
  appealAttachment,
  attachmentMessages,
} from "../../business/decisions/appeals/appeal.schema.ts";
import {
  attachmentKindOf,
  attachToAppeal,
  openAttachment,
} from "../../business/decisions/appeals/attachments.ts";
import { readId } from "../rest-input.ts";
import { defineRoute } from "../route.ts";
import { serveOwnedFile } from "./send-file.ts";
import { type ReceivedFile, receiveUpload } from "./uploads.ts";

const FILE_FIELD = "file";

const { missingFile, tooLarge, wrongType } = attachmentMessages;

const form = {
  fileField: FILE_FIELD,
  fields: z.strictObject({}),
  missingFile,
  tooLarge,
  check: ({ start }: ReceivedFile) => (attachmentKindOf(start) ? undefined : wrongType),
};

export const appealAttachmentUpload = defineRoute({
  name: "trader.appeals.attach",
  rest: "POST /user/appeals/{id}/attachments",
  permission: "trader",
  form: { maxBytes: MAX_ATTACHMENT_BYTES },
  event: "upload_stored",
  operation: {
    summary: "Attach a file to your appeal",
    description:
      "Accepts a PDF, an image (PNG, JPEG, WebP) or a statement (HTML, XLSX, CSV) of at most 5 MB, until the appeal is decided; at most three. The type is detected from the content, not from the file name.",
    tag: "Trader",
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 },
    ],
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: z.object({ [FILE_FIELD]: z.string().meta({ format: "binary" }) }),
          example: { [FILE_FIELD]: "%PDF-1.7 …" },
        },
      },
    },
    responses: {
      "201": {
        description: "The attached file",
        content: { "application/json": { schema: appealAttachment } },
      },
    },
    errors: {
      400: "The file is missing, or is neither a PDF, an image nor a statement",
      404: "You have made no such appeal",
      409: "The appeal has been decided, or has three files",
      413: "The file is larger than 5 MB",
      415: "The body is not multipart/form-data",
    },
  },
  async handle(call) {
    const id = readId((call.request.params as { id: string }).id);
    const attached = await receiveUpload(call, form, (app, actor, _, file) =>
      attachToAppeal(app, actor, id, { ...file, kind: attachmentKindOf(file.start)! }),
    );
    call.reply.code(201);
    return appealAttachment.parse(attached);
  },
});

export const appealAttachmentFile = defineRoute({
  name: "appeals.file",
  rest: "GET /appeal-attachments/{id}/file",
  permission: "owner",
  ability: "reviews.read",
  scope: "records:read",
  operation: {
    summary: "Download a file that is attached to an appeal",
    description: "Available to the trader who appealed, and to administrators.",
    tag: "Trader",
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 },
    ],
    responses: {
      "200": {
        description: "The file",
        content: Object.fromEntries(
          Object.values(attachmentTypes).map((type) => [
            type,
            { schema: z.string().meta({ format: "binary" }), example: "%PDF-1.7 …" },
          ]),
        ),
      },
    },
    errors: { 404: "The file does not exist or belongs to another trader" },
  },
  handle: serveOwnedFile({
    type: attachmentTypes.statement,
    disposition: "attachment",
    open: openAttachment,
  }),
});
