import type { FastifyInstance } from "fastify";
import { RefusalError } from "../lib/errors.ts";

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

const tooDeep = () => new RefusalError("invalid", "The JSON is nested too deeply");

/** Reads JSON bodies into values. A missing body is none, with or without a content type. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser<string>(
    "application/json",
    { parseAs: "string" },
    (request, body, done) => {
      if (body.trim() === "") done(null, undefined);
      else if (isTooDeep(body)) done(tooDeep());
      else void parse(request, body, done);
    },
  );
}

/** Leaves JSON bodies as text, for tRPC, which parses them itself. */
export function keepJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser<string>(
    "application/json",
    { parseAs: "string" },
    (_request, body, done) => {
      if (body.trim() === "") done(null, undefined);
      else if (isTooDeep(body)) done(tooDeep());
      else done(null, body);
    },
  );
}
