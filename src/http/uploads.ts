import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  certificate,
  certificateFields,
  certificateMessages,
  MAX_CERTIFICATE_BYTES,
} from "../business/certificates/certificate.schema.ts";
import { openCertificateFile } from "../business/certificates/certificates.queries.ts";
import { issueCertificate } from "../business/certificates/issue-certificate.ts";
import { looksLikePdf, PDF_HEADER_LENGTH } from "../business/certificates/pdf.rule.ts";
import type { Context } from "../platform/context.ts";
import { invalidField, notFound, RefusalError } from "../platform/lib/errors.ts";
import { isId } from "../platform/lib/id.schema.ts";
import { StorageError } from "../platform/storage/storage.ts";
import { createCallContext } from "./call-context.ts";
import { guards } from "../identity/calls/guards.ts";
import { actorOf } from "./route-guards.ts";
import { withSecurityEvents } from "../identity/calls/security-events.ts";
import type { CallContext } from "../identity/calls/trpc.ts";

const FILE_FIELD = "certificateFile";
const refuseFile = (message: string) => invalidField(FILE_FIELD, message);

/** Certificates go up as multipart and come down as a stream, so they are no procedures. */
export async function registerUploads(server: FastifyInstance, app: Context): Promise<void> {
  // Whatever else comes is not read, and refused in the words of the upload.
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

  server.post("/admin/certificates", async (request, reply) => {
    const actor = actorOf(request, "administrator");
    const call = { ...createCallContext(app, request, reply), known: { actor } };
    const issued = await withSecurityEvents(call, "admin.certificates", () =>
      receiveUpload(call, request),
    );
    return reply.code(201).send(certificate.parse(issued));
  });

  server.get<{ Params: { id: string } }>("/certificates/:id/file", async (request, reply) => {
    const actor = actorOf(request, "administrator", "trader");
    const id = Number(request.params.id);
    if (!/^[1-9]\d*$/.test(request.params.id) || !isId(id)) throw notFound("Certificate");
    const file = await openCertificateFile(
      app,
      id,
      actor.kind === "trader" ? actor.trader.id : undefined,
    );
    return reply
      .type("application/pdf")
      .header("Content-Length", file.size)
      .header("Content-Disposition", contentDisposition(file.name))
      .send(file.stream);
  });
}

async function receiveUpload(call: CallContext, request: FastifyRequest) {
  const { app } = call;
  if (!request.isMultipart()) {
    throw new RefusalError("unsupported-media-type", "The body must be multipart/form-data");
  }
  const path = join(app.uploadDir, randomUUID());
  try {
    const { userId, name, issuedAt } = await receive(request, path);
    await scanForViruses(call, path);
    // It may have taken two minutes: who has signed out meanwhile, or been revoked, issues nothing.
    const actor = await guards.administrator(call);
    return await issueCertificate(app, actor, { traderId: userId, name, issuedAt, path });
  } finally {
    // Whatever of the body nobody read any more: the connection waits for its end.
    request.raw.unpipe().resume();
    await rm(path, { force: true }).catch((error: unknown) => {
      request.log.warn({ err: error }, "an upload's file could not be removed yet");
    });
  }
}

/** The scanner's name for what it found helps whoever has the file, and nobody else sees it. */
async function scanForViruses({ app, log }: CallContext, path: string): Promise<void> {
  const found = await app.scanner?.findVirus(path);
  if (found === undefined) return;
  app.metrics.countSecurityEvent("upload_validation", "admin.certificates");
  log.warn({ event: "upload_validation", found }, "upload_validation");
  throw refuseFile(`The virus scanner refuses this file: ${found}`);
}

const unreadable = () =>
  new RefusalError("invalid", "The upload is incomplete or not valid multipart/form-data");

/** The parser reports what it cannot read as plain errors; a limit, or a full disk, has a code. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error && !("code" in error);
}

/** Writes the file to `path` as it comes, and reads the fields around it. */
async function receive(request: FastifyRequest, path: string) {
  try {
    return await receiveParts(request, path);
  } catch (error) {
    throw isUnreadable(error) ? unreadable() : error;
  }
}

async function receiveParts(request: FastifyRequest, path: string) {
  const values: Record<string, unknown> = {};
  let problem: RefusalError | undefined = refuseFile(certificateMessages.missingFile);
  for await (const part of request.parts()) {
    const isFileField = part.fieldname === FILE_FIELD;
    // The parser's types say otherwise, but a part may come without a name.
    if (!part.fieldname) throw unreadable();
    if (part.type === "field") {
      if (part.valueTruncated) throw new RefusalError("too-large", "A field is too long");
      // A text under the file's name is a missing file, not an unknown field.
      if (!isFileField) values[part.fieldname] = part.value;
    } else if (isFileField && part.filename) problem = await receiveFile(part, path);
    else part.file.resume();
  }
  if (problem?.code === "too-large") throw problem;
  const parsed = certificateFields.safeParse(values);
  if (parsed.success && !problem) return parsed.data;
  const issues = parsed.error?.issues.map((issue) => ({
    path: issue.path.map(String),
    message: issue.message,
  }));
  const all = [...(issues ?? []), ...(problem?.details.issues ?? [])];
  throw new RefusalError("invalid", all[0]!.message, { issues: all });
}

/** @returns why the file is not acceptable, after all of it went by */
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
    const isOurs = syscall === "open" || syscall === "write";
    throw isOurs ? new StorageError("An upload could not be written", { cause }) : cause;
  }
  if (part.file.truncated) {
    return new RefusalError("too-large", certificateMessages.tooLarge, {
      issues: [{ path: [FILE_FIELD], message: certificateMessages.tooLarge }],
    });
  }
  if (start.length === 0) return refuseFile(certificateMessages.missingFile);
  const isPdf = part.mimetype === "application/pdf" && looksLikePdf(start);
  return isPdf ? undefined : refuseFile(certificateMessages.notPdf);
}

/** Opens in the browser; saved, it carries the certificate's name (RFC 6266, RFC 8187). */
function contentDisposition(name: string): string {
  const plain = name.replace(/[^\w .-]/g, "_").slice(0, 100);
  const encoded = encodeURIComponent(name.slice(0, 100).toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${plain}.pdf"; filename*=UTF-8''${encoded}.pdf`;
}
