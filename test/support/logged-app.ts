import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { buildApp } from "../../src/app.ts";
import type { Context } from "../../src/platform/context.ts";
import { secretFields } from "../../src/declarations.ts";
import { createLog } from "../../src/platform/log.ts";

/** Builds a second app on the same context. @param onLine receives each line of its log */
export function loggedApp<Line>(
  context: Context,
  onLine: (line: Line) => void,
): Promise<FastifyInstance> {
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      onLine(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  const log = createLog({ logLevel: "info" }, secretFields, destination);
  return buildApp({ ...context, log }, randomBytes(32));
}
