import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { z } from "zod";
import { answerOnce } from "../../calls/answer-once.ts";
import { type Actors, guards, type Permission } from "../../calls/guards.ts";
import type { CallContext } from "../../calls/trpc.ts";
import type { Context } from "../../platform/context.ts";
import { invalidField, RefusalError } from "../../platform/errors.ts";
import { exactIssues } from "../../platform/fields/issues.ts";
import { StorageError } from "../../platform/storage/storage.ts";
import type { RouteCall } from "../route.ts";

/** What a form with one file accepts. */
export interface UploadForm<Fields> {
  /** The name of the field that holds the file. */
  fileField: string;
  fields: z.ZodType<Fields>;
  missingFile: string;
  tooLarge: string;
  /** @returns why the file is not acceptable */
  check?: (file: ReceivedFile) => string | undefined;
}

/** A file that was written completely to `path`. `work` only receives files that passed the virus scanner. */
export interface ReceivedFile {
  path: string;
  fileName: string;
  mimetype: string;
  size: number;
  sha256: string;
  /** The first bytes. */
  start: Buffer;
}

const START_BYTES = 64;

/** Accepts only multipart bodies; requires its own scope. */
export async function registerUploads(server: FastifyInstance, maxBytes: number): Promise<void> {
  // The handler rejects bodies of other types without reading them.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", (_request, _body, done) => done(null));
  await server.register(multipart, {
    limits: { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 64 * 1024, parts: 12 },
    throwFileSizeLimit: false,
  });
}

/**
 * Receives a form with one file, scans the file for viruses, and passes fields and file to `work`. Afterwards, the file
 * is removed unless `work` has moved it. With an `Idempotency-Key`, `work` runs once for the same fields and file.
 * @throws RefusalError if the form is invalid, or if the scanner rejects the file
 */
export async function receiveUpload<P extends Permission, Fields, Result>(
  { route, context, request }: RouteCall<P>,
  form: UploadForm<Fields>,
  work: (app: Context, actor: Actors[P], fields: Fields, file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) {
    throw new RefusalError("unsupported-media-type", "The body must be multipart/form-data");
  }
  const path = join(context.app.uploadDir, randomUUID());
  try {
    const { fields, file } = await receiveForm(request, path, form);
    await scanForViruses(context, route.name, form.fileField, path);
    // The upload may have taken minutes: check again that the session or token is valid.
    const actor = await guards[route.permission](context, route);
    const { fileName, sha256 } = file;
    const readInput = async () => ({ params: request.params, fields, fileName, sha256 });
    const write = { actor, operation: route.name, readInput, isLong: route.isLong };
    return await answerOnce(context, write, (app) => work(app, actor, fields, file));
  } finally {
    // Discard the rest of the body, or the connection stays blocked.
    request.raw.unpipe().resume();
    await rm(path, { force: true }).catch((error: unknown) => {
      request.log.warn({ err: error }, "the file of an upload could not be removed");
    });
  }
}

/** @throws RefusalError with the name of the virus, so that the user can check the file */
async function scanForViruses(
  { app, log }: CallContext,
  name: string,
  fileField: string,
  path: string,
): Promise<void> {
  const virus = await app.scanner?.findVirus(path);
  if (virus === undefined) return;
  app.metrics.countSecurityEvent("upload_validation", name);
  log.warn({ event: "upload_validation", found: virus }, "upload_validation");
  throw invalidField(fileField, `The virus scanner rejected this file: ${virus}`);
}

const malformedError = () =>
  new RefusalError("invalid", "The upload is incomplete or not valid multipart/form-data");

/** Returns whether the parser rejected the body: these errors have no code, unlike limits and full disks. */
function isMalformed(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error && !("code" in error);
}

async function receiveForm<Fields>(
  request: FastifyRequest,
  path: string,
  form: UploadForm<Fields>,
): Promise<{ fields: Fields; file: ReceivedFile }> {
  try {
    return await receiveParts(request, path, form);
  } catch (error) {
    throw isMalformed(error) ? malformedError() : error;
  }
}

/** Streams the file to `path` and validates the other fields. */
async function receiveParts<Fields>(
  request: FastifyRequest,
  path: string,
  form: UploadForm<Fields>,
): Promise<{ fields: Fields; file: ReceivedFile }> {
  const { fileField } = form;
  const values: Record<string, unknown> = {};
  let file: ReceivedFile | undefined;
  for await (const part of request.parts()) {
    const isFileField = part.fieldname === fileField;
    // Contrary to the parser's types, a part may have no name.
    if (!part.fieldname) throw malformedError();
    if (part.type === "field") {
      if (part.valueTruncated) throw new RefusalError("too-large", "A field is too long");
      // Text in the field of the file counts as a missing file, not as an unknown field.
      if (!isFileField) values[part.fieldname] = part.value;
    } else if (isFileField && part.filename) file = await receiveFile(part, path, form);
    else part.file.resume();
  }
  const problem = file ? form.check?.(file) : form.missingFile;
  const parsed = form.fields.safeParse(values);
  if (parsed.success && file && problem === undefined) return { fields: parsed.data, file };
  const issues = exactIssues(parsed.error?.issues ?? []);
  if (problem !== undefined) issues.push({ path: [fileField], message: problem });
  throw new RefusalError("invalid", issues[0]!.message, { issues });
}

/** @returns `undefined` if the file is empty. @throws RefusalError if it is too large */
async function receiveFile(
  part: MultipartFile,
  path: string,
  { fileField, tooLarge }: Pick<UploadForm<unknown>, "fileField" | "tooLarge">,
): Promise<ReceivedFile | undefined> {
  const hash = createHash("sha256");
  let start = Buffer.alloc(0);
  let size = 0;
  const peek = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      if (start.length < START_BYTES) {
        start = Buffer.concat([start, chunk.subarray(0, START_BYTES - start.length)]);
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
    const issues = [{ path: [fileField], message: tooLarge }];
    throw new RefusalError("too-large", tooLarge, { issues });
  }
  if (size === 0) return undefined;
  const { filename: fileName, mimetype } = part;
  return { path, fileName, mimetype, size, sha256: hash.digest("hex"), start };
}
