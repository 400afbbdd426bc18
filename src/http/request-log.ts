import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Context } from "../platform/context.ts";
import { countResponse } from "./routes/metrics.ts";

/** Logs one line per request, when it completes; by default, Fastify logs two. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (error) request.log.error({ ...logLine(request, reply), err: error }, "request failed");
    else logRequest(request, reply);
  }
}

type Completion = Pick<FastifyReply, "statusCode" | "elapsedTime">;

function logRequest(request: FastifyRequest, completion: Completion): void {
  request.log.info(logLine(request, completion), "request");
}

function logLine(request: FastifyRequest, { statusCode, elapsedTime }: Completion) {
  return { req: request, statusCode, ms: Math.round(elapsedTime) };
}

/** Describes a request without its query, which may contain a reset token. */
export function describeRequest({ method, url, ip }: FastifyRequest) {
  return { method, path: url.split("?", 1)[0], address: ip };
}

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
