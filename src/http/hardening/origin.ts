import type { FastifyInstance, FastifyRequest } from "fastify";
import { RefusalError } from "../../platform/lib/errors.ts";

const readingMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses writes that a browser makes for another site. A call that says nothing of its origin
 * comes from a script, which has no cookies of a person to abuse.
 */
export function rejectCrossOriginWrites(server: FastifyInstance, publicUrl: string): void {
  server.addHook("onRequest", (request, _reply, done) => {
    if (readingMethods.has(request.method) || comesFromHere(request, publicUrl)) return done();
    const { origin } = request.headers;
    request.log.warn({ event: "malicious_cors", address: request.ip, origin }, "malicious_cors");
    return done(new RefusalError("forbidden", "Calls from another site are not allowed"));
  });
}

function comesFromHere({ headers, protocol, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const { origin } = headers;
  return origin === undefined || origin === publicUrl || origin === `${protocol}://${host}`;
}
