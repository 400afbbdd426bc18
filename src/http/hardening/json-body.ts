import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RefusalError } from "../../platform/lib/errors.ts";

/** Far more than any form needs. */
export const MAX_JSON_BYTES = 256 * 1024;
const MAX_JSON_DEPTH = 32;

/** How deep brackets nest, without parsing: parsers and copiers that recurse come after this. */
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
 * Takes JSON bodies alone. A missing body is none, with or without a content type.
 * @param read makes of the text what the routes get
 */
function takeJsonBodies(
  app: FastifyInstance,
  read: (request: FastifyRequest, text: string, done: Done) => void,
): void {
  app.removeContentTypeParser(["application/json", "text/plain"]);
  // As bytes: decoded on the way in, broken ones would become other characters than were sent.
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

/** Reads JSON bodies into values. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  takeJsonBodies(app, (request, text, done) => void parse(request, text, done));
}

/** Leaves JSON bodies as text, for tRPC, which parses them itself. */
export function passJsonBodiesAsText(app: FastifyInstance): void {
  takeJsonBodies(app, (_request, text, done) => done(null, text));
}
