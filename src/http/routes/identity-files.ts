import { z } from "zod";
import { MAX_PICTURE_BYTES, pictureTypes } from "../../business/traders/identity/identity.rule.ts";
import {
  identityPicture,
  pictureFields,
  pictureMessages,
} from "../../business/traders/identity/identity.schema.ts";
import {
  addPicture,
  pictureKindOf,
  viewPicture,
} from "../../business/traders/identity/identity-pictures.ts";
import { readId } from "../rest-input.ts";
import { defineRoute } from "../route.ts";
import { contentDisposition } from "./send-file.ts";
import { type ReceivedFile, receiveUpload } from "./uploads.ts";

const FILE_FIELD = "file";

const { missingFile, tooLarge, wrongType } = pictureMessages;

const form = {
  fileField: FILE_FIELD,
  fields: pictureFields,
  missingFile,
  tooLarge,
  check: ({ start }: ReceivedFile) => (pictureKindOf(start) ? undefined : wrongType),
};

export const identityPictureUpload = defineRoute({
  name: "trader.identity.addPicture",
  rest: "POST /user/identity/files",
  permission: "trader",
  form: { maxBytes: MAX_PICTURE_BYTES },
  event: "upload_stored",
  operation: {
    summary: "Add a picture to the draft of your identity",
    description:
      "Accepts a JPEG, PNG or PDF of at most 10 MB, in place of the picture of the same side. The type is detected from the content, not from the file name. JPEGs and PNGs are stored without metadata, such as where they were taken, and everything is stored encrypted.",
    tag: "Trader",
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: pictureFields.extend({ [FILE_FIELD]: z.string().meta({ format: "binary" }) }),
          example: { side: "front", [FILE_FIELD]: "\u0089PNG …" },
        },
      },
    },
    responses: {
      "201": {
        description: "The stored picture",
        content: { "application/json": { schema: identityPicture } },
      },
    },
    errors: {
      400: "The side is unknown, or the file is missing or is not a JPEG, PNG or PDF",
      409: "There is no draft",
      413: "The file is larger than 10 MB",
      415: "The body is not multipart/form-data",
    },
  },
  async handle(call) {
    const added = await receiveUpload(call, form, (app, actor, { side }, file) =>
      addPicture(app, actor, { ...file, side, kind: pictureKindOf(file.start)! }),
    );
    call.reply.code(201);
    return identityPicture.parse(added);
  },
});

export const identityPictureFile = defineRoute({
  name: "admin.identities.file",
  rest: "GET /admin/identity-files/{id}/file",
  permission: "administrator",
  ability: "identities.read",
  event: "sensitive_read",
  operation: {
    summary: "View a picture of an identity",
    description: "The audit log records each view. API tokens cannot make this call.",
    tag: "Administration",
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 },
    ],
    responses: {
      "200": {
        description: "The picture",
        content: Object.fromEntries(
          Object.values(pictureTypes).map((type) => [
            type,
            { schema: z.string().meta({ format: "binary" }), example: "\u0089PNG …" },
          ]),
        ),
      },
    },
    errors: { 404: "The picture does not exist any more" },
  },
  async handle({ context, actor, request, reply }) {
    const id = readId((request.params as { id: string }).id);
    const { content, type, name } = await viewPicture(context.app, actor, id);
    // Browsers would run the scripts of a PDF that they show.
    const disposition = type === "application/pdf" ? "attachment" : "inline";
    return reply
      .type(type)
      .header("Content-Disposition", contentDisposition(disposition, name))
      .send(content);
  },
});
