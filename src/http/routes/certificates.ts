import { z } from "zod";
import {
  certificate,
  certificateFields,
  certificateMessages,
  MAX_CERTIFICATE_BYTES,
  possiblePdfTypes,
} from "../../business/record/certificates/certificate.schema.ts";
import { issueCertificate } from "../../business/record/certificates/issue-certificate.ts";
import { hasPdfHeader } from "../../platform/storage/file-headers.ts";
import { defineRoute } from "../route.ts";
import { type ReceivedFile, receiveUpload } from "./uploads.ts";
import { openCertificateFile } from "../../business/record/certificates/certificates.queries.ts";
import { fileResponses, serveOwnedFile } from "./send-file.ts";

const FILE_FIELD = "certificateFile";

const form = {
  fileField: FILE_FIELD,
  fields: certificateFields,
  missingFile: certificateMessages.missingFile,
  tooLarge: certificateMessages.tooLarge,
  check: ({ mimetype, start }: ReceivedFile) =>
    possiblePdfTypes.includes(mimetype) && hasPdfHeader(start)
      ? undefined
      : certificateMessages.notPdf,
};

export const certificateUpload = defineRoute({
  name: "admin.certificates.issue",
  rest: "POST /admin/certificates",
  permission: "administrator",
  ability: "certificates.write",
  form: { maxBytes: MAX_CERTIFICATE_BYTES },
  scope: "users:write",
  event: "upload_stored",
  operation: {
    summary: "Issue a certificate",
    description:
      "Accepts a PDF of at most 5 MB. The type is detected from the content, not from the file name.",
    tag: "Administration",
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: z.object({
            name: z.string().meta({ examples: ["Phase 1 completed"] }),
            userId: z.string().meta({ examples: ["7"] }),
            issuedAt: z
              .string()
              .optional()
              .meta({
                description: "The issue date; today by default",
                examples: ["2026-03-14"],
              }),
            [FILE_FIELD]: z.string().meta({ format: "binary" }),
          }),
          example: {
            name: "Phase 1 completed",
            userId: "7",
            issuedAt: "2026-03-14",
            [FILE_FIELD]: "%PDF-1.7 …",
          },
        },
      },
    },
    responses: {
      "201": {
        description: "The certificate",
        content: { "application/json": { schema: certificate } },
      },
    },
    errors: {
      400: "A field or the file is missing or invalid",
      404: "The trader does not exist",
      413: "The file is larger than 5 MB",
      415: "The body is not multipart/form-data",
    },
  },
  async handle(call) {
    const issued = await receiveUpload(
      call,
      form,
      (app, actor, { userId, name, issuedAt }, { path }) =>
        issueCertificate(app, actor, { traderId: userId, name, issuedAt, path }),
    );
    call.reply.code(201);
    return certificate.parse(issued);
  },
});

export const certificateFile = defineRoute({
  name: "certificates.file",
  rest: "GET /certificates/{id}/file",
  permission: "owner",
  ability: "traders.read",
  operation: {
    summary: "Download the PDF of a certificate",
    description: "Available to its trader and to administrators.",
    tag: "Trader",
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 },
    ],
    responses: fileResponses("application/pdf", "%PDF-1.7 …"),
    errors: { 404: "The certificate does not exist or belongs to another trader" },
  },
  handle: serveOwnedFile({
    type: "application/pdf",
    disposition: "inline",
    async open(app, id, ownerId) {
      const file = await openCertificateFile(app, id, ownerId);
      return { ...file, name: `${file.name.slice(0, 100)}.pdf` };
    },
  }),
});
