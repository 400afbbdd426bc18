import { type FastifyReply, type FastifyRequest, LogController } from "fastify";

/** One line a request, when it is answered: Fastify itself would write two. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = { req: request, statusCode: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    if (error) request.log.error({ ...line, err: error }, "request failed");
    else request.log.info(line, "request");
  }
}

/** Without the query: it may carry a reset token. */
export function describeRequest({ method, url, ip }: FastifyRequest) {
  return { method, path: url.split("?", 1)[0], address: ip };
}
