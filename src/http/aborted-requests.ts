import type { FastifyInstance } from "fastify";
import type { Context } from "../platform/context.ts";
import { countResponse } from "./metrics.ts";
import { logRequest } from "./request-log.ts";

/** Nobody was there to be answered (nginx's word for it). */
const CLIENT_CLOSED_REQUEST = 499;

/** Fastify tells of answers that went out; who hangs up before his would leave no trace, whatever he did. */
export function logAbortedRequests(server: FastifyInstance, context: Context): void {
  server.addHook("onRequest", (request, reply, done) => {
    let isAnswered = false;
    reply.raw.once("finish", () => (isAnswered = true));
    reply.raw.once("close", () => {
      if (isAnswered) return;
      const { elapsedTime } = reply;
      logRequest(request, { statusCode: CLIENT_CLOSED_REQUEST, elapsedTime });
      countResponse(context, request, { statusCode: CLIENT_CLOSED_REQUEST, elapsedTime });
    });
    done();
  });
}
