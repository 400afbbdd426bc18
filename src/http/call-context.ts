import { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../platform/context.ts";
import type { Caller } from "../identity/audit/record-event.ts";
import { readBearer } from "../identity/tokens/authenticate-token.ts";
import { readDevice } from "../identity/traces/device-cookie.ts";
import { noCookies, sessionCookies } from "../identity/sessions/cookies.ts";
import type { CallContext } from "../calls/trpc.ts";

export function readCaller(request: FastifyRequest): Caller {
  const userAgent = request.headers["user-agent"]?.slice(0, 512).toWellFormed() ?? null;
  return { address: request.ip, requestId: request.id, userAgent };
}

export function createCallContext(
  app: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): CallContext {
  const bearer = readBearer(request.headers.authorization);
  return {
    app,
    bearer,
    caller: {
      ...readCaller(request),
      ...(bearer === undefined && { device: readDevice(request, app.config.https) }),
    },
    cookies: bearer === undefined ? sessionCookies(request) : noCookies,
    idempotencyKey: request.headers["idempotency-key"]?.toString(),
    log: request.log,
    setHeader(name, value) {
      void reply.header(name, value);
    },
    onSent(callback) {
      if (reply.raw.closed) callback();
      else reply.raw.once("close", callback);
    },
    extendTimeout(milliseconds) {
      const { socket } = request.raw;
      // Injected requests have none.
      if (socket instanceof Socket) socket.setTimeout(milliseconds);
    },
  };
}
