import type { FastifyInstance } from "fastify";
import type { Context } from "../platform/context.ts";
import { countResponse } from "./routes/metrics.ts";
import { logRequest } from "./request-log.ts";

/** The non-standard status that nginx logs for aborted requests. */
const CLIENT_CLOSED_REQUEST = 499;

/** Logs and counts requests that the client aborted; Fastify's `onResponse` does not run for them. */
export function logAbortedRequests(server: FastifyInstance, context: Context): void {
  server.addHook("onRequest", (request, reply, done) => {
    // Clients end streams by closing the connection.
    if (request.routeOptions.config.stream) return done();
    let isFinished = false;
    reply.raw.once("finish", () => (isFinished = true));
    reply.raw.once("close", () => {
      if (isFinished) return;
      const { elapsedTime } = reply;
      logRequest(request, { statusCode: CLIENT_CLOSED_REQUEST, elapsedTime });
      countResponse(context, request, { statusCode: CLIENT_CLOSED_REQUEST, elapsedTime });
    });
    done();
  });
}
