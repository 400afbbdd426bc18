import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import type { Caller } from "../sessions/actor.ts";
import { sessionCookies } from "../sessions/cookies.ts";
import type { CallContext } from "./trpc.ts";

export function callerOf(request: FastifyRequest): Caller {
  const userAgent = request.headers["user-agent"]?.slice(0, 512).toWellFormed() ?? null;
  return { address: request.ip, requestId: request.id, userAgent };
}

/** One call, over tRPC or REST. */
export function callContext(
  app: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): CallContext {
  return {
    app,
    caller: callerOf(request),
    cookies: sessionCookies(request),
    idempotencyKey: request.headers["idempotency-key"]?.toString(),
    log: request.log,
    known: {},
    setHeader(name, value) {
      void reply.header(name, value);
    },
  };
}
