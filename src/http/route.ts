import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import type { CallDeclaration, RestPath, Tag } from "../identity/calls/call.ts";
import { answerOnce } from "../identity/calls/answer-once.ts";
import {
  type Actors,
  guards,
  type Permission,
  type Requirements,
} from "../identity/calls/guards.ts";
import { logRefusal, logSuccess } from "../identity/calls/security-events.ts";
import type { CallContext } from "../identity/calls/trpc.ts";
import type { Context } from "../platform/context.ts";
import { createCallContext } from "./call-context.ts";

interface RouteDeclaration<P extends Permission> extends CallDeclaration {
  /** Names the call in the log and, with dashes for dots, in the OpenAPI document. */
  name: string;
  rest: RestPath;
  permission: P;
  /** Served under any load, for monitoring. */
  always?: true;
  /** The maximum size of the body in bytes; 256 KiB by default. */
  bodyLimit?: number;
  /** The body is a form, which the handler reads with `receiveUpload`. */
  isForm?: true;
  /** Absent for routes that the OpenAPI document does not include. */
  operation?: Operation;
}

/** The declaration of a call under `/api` that is not a procedure, such as an upload or a stream. */
export type Route<P extends Permission = Permission> = RouteDeclaration<P> & Requirements[P];

interface Operation extends Pick<
  ZodOpenApiOperationObject,
  "summary" | "description" | "parameters" | "requestParams" | "requestBody" | "responses"
> {
  tag: Tag;
  /** Descriptions of refusals, by status. */
  errors: Record<number, string>;
}

interface RouteCall<P extends Permission> {
  /** A write must use its `app`: with an `Idempotency-Key`, `app.database` is a transaction. */
  context: CallContext;
  actor: Actors[P];
  request: FastifyRequest;
  reply: FastifyReply;
}

export function defineRoute<P extends Permission>(route: Route<P>): Route<P> {
  return route;
}

/** Returns the method and path in Fastify's notation. */
export function fastifyRoute(rest: RestPath) {
  const [method, path] = rest.split(" ") as [string, string];
  return { method, url: path.replace(/\{(\w+)\}/g, ":$1") };
}

/** Serves a route: authenticates the caller, runs the handler and logs security events. */
export function registerRoute<P extends Permission>(
  server: FastifyInstance,
  app: Context,
  route: Route<P>,
  handle: (call: RouteCall<P>) => unknown,
): void {
  const { always = false, bodyLimit } = route;
  server.route({
    ...fastifyRoute(route.rest),
    config: { always },
    ...(bodyLimit !== undefined && { bodyLimit }),
    handler: async (request, reply) => {
      const context = createCallContext(app, request, reply);
      const call = { ...route, readInput: async () => request.params };
      let actor: Actors[P] | undefined;
      try {
        actor = await guards[route.permission](context, route);
        const result = await handleOnce(route, { context, actor, request, reply }, handle);
        await logSuccess(context, { ...call, actor }, result);
        return result;
      } catch (error) {
        await logRefusal(context, { ...call, actor }, error);
        throw error;
      }
    },
  });
}

/**
 * Runs the handler; for writes, once per `Idempotency-Key`. For forms, `receiveUpload` handles the key, because their
 * input must be received first.
 */
async function handleOnce<P extends Permission>(
  { name, rest, isForm }: Route<P>,
  call: RouteCall<P>,
  handle: (call: RouteCall<P>) => unknown,
): Promise<unknown> {
  if (isForm || rest.startsWith("GET ")) return handle(call);
  const { context, actor, request, reply } = call;
  const { params, query, body } = request;
  const readInput = async () => ({ params, query, body });
  const answer = await answerOnce(context, { actor, operation: name, readInput }, async (app) => {
    const result = await handle({ ...call, context: { ...context, app } });
    return { result, status: reply.statusCode };
  });
  reply.code(answer.status);
  return answer.result;
}
