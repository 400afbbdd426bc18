import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import type { Caller } from "../sessions/actor.ts";
import { sessionCookies } from "../sessions/cookies.ts";
import type { CallContext } from "./trpc.ts";

export function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip, requestId: request.id };
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
    log: request.log,
    known: {},
    setHeader(name, value) {
      void reply.header(name, value);
    },
  };
}
