import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  certificate,
  certificateFields,
  certificateMessages,
  MAX_CERTIFICATE_BYTES,
} from "../business/certificates/certificate.schema.ts";
import { issueCertificate } from "../business/certificates/issue-certificate.ts";
import { hasPdfHeader, PDF_HEADER_LENGTH } from "../business/certificates/pdf.rule.ts";
import { guards } from "../identity/calls/guards.ts";
import type { CallContext } from "../identity/calls/trpc.ts";
import type { Context } from "../platform/context.ts";
import { invalidField, RefusalError } from "../platform/lib/errors.ts";
import { StorageError } from "../platform/storage/storage.ts";
import { defineRoute, registerRoute } from "./route.ts";

const FILE_FIELD = "certificateFile";

export const certificateUpload = defineRoute({
  name: "admin.certificates.issue",
  rest: "POST /admin/certificates",
  permission: "administrator",
  scope: "users:write",
  event: "upload_stored",
  operation: {
    summary: "Issue a certificate",
    description: "Accepts a PDF of at most 5 MB. The content decides the type, not the file name.",
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
});

const fileError = (message: string) => invalidField(FILE_FIELD, message);

export async function registerCertificateUpload(
  server: FastifyInstance,
  app: Context,
): Promise<void> {
  // The handler rejects bodies of other types without reading them.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", (_request, _body, done) => done(null));
  await server.register(multipart, {
    limits: {
      fileSize: MAX_CERTIFICATE_BYTES,
      files: 1,
      fields: 10,
      fieldSize: 64 * 1024,
      parts: 12,
    },
    throwFileSizeLimit: false,
  });
  registerRoute(server, app, certificateUpload, async ({ context, request, reply }) => {
    const issued = await receiveUpload(context, request);
    reply.code(201);
    return certificate.parse(issued);
  });
}

async function receiveUpload(call: CallContext, request: FastifyRequest) {
  const { app } = call;
  if (!request.isMultipart()) {
    throw new RefusalError("unsupported-media-type", "The body must be multipart/form-data");
  }
  const path = join(app.uploadDir, randomUUID());
  try {
    const { userId, name, issuedAt } = await receiveForm(request, path);
    await scanForViruses(call, path);
    // The upload may have taken minutes: check again that the session or token is valid.
    const actor = await guards.administrator(call, certificateUpload.scope);
    return await issueCertificate(app, actor, { traderId: userId, name, issuedAt, path });
  } finally {
    // Discard the rest of the body, or the connection stays blocked.
    request.raw.unpipe().resume();
    await rm(path, { force: true }).catch((error: unknown) => {
      request.log.warn({ err: error }, "the file of an upload could not be removed");
    });
  }
}

/** The answer names what the scanner found, so that the administrator can check the file. */
async function scanForViruses({ app, log }: CallContext, path: string): Promise<void> {
  const found = await app.scanner?.findVirus(path);
  if (found === undefined) return;
  app.metrics.countSecurityEvent("upload_validation", certificateUpload.name);
  log.warn({ event: "upload_validation", found }, "upload_validation");
  throw fileError(`The virus scanner rejected this file: ${found}`);
}

const malformedError = () =>
  new RefusalError("invalid", "The upload is incomplete or not valid multipart/form-data");

/** The parser reports malformed bodies as plain errors; limits and full disks have a code. */
function isMalformed(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error && !("code" in error);
}

/** Streams the file to `path` and validates the other fields. */
async function receiveForm(request: FastifyRequest, path: string) {
  try {
    return await receiveParts(request, path);
  } catch (error) {
    throw isMalformed(error) ? malformedError() : error;
  }
}

async function receiveParts(request: FastifyRequest, path: string) {
  const values: Record<string, unknown> = {};
  let fileProblem: RefusalError | undefined = fileError(certificateMessages.missingFile);
  for await (const part of request.parts()) {
    const isFileField = part.fieldname === FILE_FIELD;
    // Contrary to the parser's types, a part may have no name.
    if (!part.fieldname) throw malformedError();
    if (part.type === "field") {
      if (part.valueTruncated) throw new RefusalError("too-large", "A field is too long");
      // A text under the file's name counts as a missing file, not as an unknown field.
      if (!isFileField) values[part.fieldname] = part.value;
    } else if (isFileField && part.filename) fileProblem = await receiveFile(part, path);
    else part.file.resume();
  }
  if (fileProblem?.code === "too-large") throw fileProblem;
  const parsed = certificateFields.safeParse(values);
  if (parsed.success && !fileProblem) return parsed.data;
  const issues = parsed.error?.issues.map((issue) => ({
    path: issue.path.map(String),
    message: issue.message,
  }));
  const all = [...(issues ?? []), ...(fileProblem?.details.issues ?? [])];
  throw new RefusalError("invalid", all[0]!.message, { issues: all });
}

/** Writes the whole file to `path`. @returns the reason if it is not acceptable */
async function receiveFile(part: MultipartFile, path: string): Promise<RefusalError | undefined> {
  let start = Buffer.alloc(0);
  const peek = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (start.length < PDF_HEADER_LENGTH) {
        start = Buffer.concat([start, chunk.subarray(0, PDF_HEADER_LENGTH - start.length)]);
      }
      done(null, chunk);
    },
  });
  try {
    await pipeline(part.file, peek, createWriteStream(path, { mode: 0o600 }));
  } catch (cause) {
    const { syscall } = cause as NodeJS.ErrnoException;
    const isStorageFault = syscall === "open" || syscall === "write";
    throw isStorageFault ? new StorageError("An upload could not be written", { cause }) : cause;
  }
  if (part.file.truncated) {
    return new RefusalError("too-large", certificateMessages.tooLarge, {
      issues: [{ path: [FILE_FIELD], message: certificateMessages.tooLarge }],
    });
  }
  if (start.length === 0) return fileError(certificateMessages.missingFile);
  const isPdf = part.mimetype === "application/pdf" && hasPdfHeader(start);
  return isPdf ? undefined : fileError(certificateMessages.notPdf);
}
