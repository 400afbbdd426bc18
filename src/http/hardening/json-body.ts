import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RefusalError } from "../../platform/errors.ts";

/** Far more than any form needs. */
export const MAX_JSON_BYTES = 256 * 1024;
const MAX_JSON_DEPTH = 32;

/** Checks the nesting without recursion, before code that parses and copies the value recursively. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

const refusal = (message: string) => new RefusalError("invalid", message);

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Accepts JSON bodies only. A missing body is `undefined`, with or without a content type.
 * @param read converts the text to what the routes receive
 */
function acceptJsonBodies(
  app: FastifyInstance,
  read: (request: FastifyRequest, text: string, done: Done) => void,
): void {
  app.removeContentTypeParser(["application/json", "text/plain"]);
  // Bodies are read as bytes, because decoding would silently replace invalid UTF-8.
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    (request, bytes, done) => {
      if (!isUtf8(bytes)) return done(refusal("The request is not valid UTF-8"));
      const text = bytes.toString();
      if (text.trim() === "") return done(null, undefined);
      return isTooDeep(text)
        ? done(refusal("The JSON is nested too deeply"))
        : read(request, text, done);
    },
  );
}

/** Parses the JSON of a raw body. @throws RefusalError if it is nested too deeply, or not JSON */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw refusal("The JSON is nested too deeply");
  try {
    return JSON.parse(text);
  } catch {
    throw refusal("The body is not valid JSON");
  }
}

/** Leaves bodies of any type as the bytes that were received, for signatures; requires its own scope. */
export function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>("*", { parseAs: "buffer" }, (_request, bytes, done) =>
    done(null, bytes),
  );
}

/** Parses JSON bodies. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  acceptJsonBodies(app, (request, text, done) => void parse(request, text, done));
}

/** Passes JSON bodies on as text to tRPC, which parses them. */
export function passJsonBodiesAsText(app: FastifyInstance): void {
  acceptJsonBodies(app, (_request, text, done) => done(null, text));
}
