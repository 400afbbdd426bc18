import { type FastifyReply, type FastifyRequest, LogController } from "fastify";

/** One line a request, when it is answered: Fastify itself would write two. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (error) request.log.error({ ...lineOf(request, reply), err: error }, "request failed");
    else logRequest(request, reply);
  }
}

type Answer = Pick<FastifyReply, "statusCode" | "elapsedTime">;

export function logRequest(request: FastifyRequest, answer: Answer): void {
  request.log.info(lineOf(request, answer), "request");
}

function lineOf(request: FastifyRequest, { statusCode, elapsedTime }: Answer) {
  return { req: request, statusCode, ms: Math.round(elapsedTime) };
}

/** Without the query: it may carry a reset token. */
export function describeRequest({ method, url, ip }: FastifyRequest) {
  return { method, path: url.split("?", 1)[0], address: ip };
}
