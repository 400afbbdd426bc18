import { type FastifyReply, type FastifyRequest, LogController } from "fastify";

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

export function logRequest(request: FastifyRequest, completion: Completion): void {
  request.log.info(logLine(request, completion), "request");
}

function logLine(request: FastifyRequest, { statusCode, elapsedTime }: Completion) {
  return { req: request, statusCode, ms: Math.round(elapsedTime) };
}

/** Describes a request without its query, which may contain a reset token. */
export function describeRequest({ method, url, ip }: FastifyRequest) {
  return { method, path: url.split("?", 1)[0], address: ip };
}
