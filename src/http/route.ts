import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import type { CallDeclaration, RestPath, Tag } from "../calls/call.ts";
import { answerOnce } from "../calls/answer-once.ts";
import { type Actors, admit, guards, type Permission, type Requirements } from "../calls/guards.ts";
import { takeTurn } from "../calls/costs.ts";
import { logRefusal, logSuccess } from "../calls/security-events.ts";
import type { CallContext } from "../calls/trpc.ts";
import type { Context } from "../platform/context.ts";
import { createCallContext } from "./call-context.ts";
import { keepRawBodies } from "./hardening/json-body.ts";
import { registerUploads } from "./routes/uploads.ts";

interface CommonDeclaration<P extends Permission> extends CallDeclaration {
  /** Names the call in the log and, with dashes for dots, in the OpenAPI document. */
  name: string;
  rest: RestPath;
  permission: P;
  /** Served under any load, for monitoring. */
  always?: true;
  /** The maximum size of the body in bytes; 256 KiB by default. */
  bodyLimit?: number;
  /** The body is a form with a file of at most this size, which the handler reads with `receiveUpload`. */
  form?: { maxBytes: number };
  /** The handler receives the bytes of the body, whatever its type, to check their signature. */
  isRaw?: true;
  /** Absent for routes that the OpenAPI document does not include. */
  operation?: Operation;
}

/** The declaration of a call under `/api` that is not a procedure, such as an upload or a stream. */
export type RouteDeclaration<P extends Permission = Permission> = CommonDeclaration<P> &
  Requirements[P];

/** A route with its handler; a method, so that routes with different permissions fit in one list. */
export type Route<P extends Permission = Permission> = RouteDeclaration<P> & {
  handle(call: RouteCall<P>): unknown;
};

interface Operation extends Pick<
  ZodOpenApiOperationObject,
  "summary" | "description" | "parameters" | "requestParams" | "requestBody" | "responses"
> {
  tag: Tag;
  /** Descriptions of refusals, by status. */
  errors: Record<number, string>;
}

export interface RouteCall<P extends Permission = Permission> {
  route: RouteDeclaration<P>;
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
): void {
  const { form, isRaw } = route;
  if (!form && !isRaw) return addRoute(server, app, route);
  // Forms and raw bodies have their own scope, because no other call accepts them.
  void server.register(async (scope) => {
    if (form) await registerUploads(scope, form.maxBytes);
    else keepRawBodies(scope);
    addRoute(scope, app, route);
  });
}

function addRoute<P extends Permission>(
  server: FastifyInstance,
  app: Context,
  route: Route<P>,
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
        const endTurn = await takeTurn(context, actor, route.cost, call.readInput);
        const admittedContext = { ...context, app: admit(app, actor, route) };
        const handled = handleOnce(route, {
          route,
          context: admittedContext,
          actor,
          request,
          reply,
        });
        const result = await handled.finally(endTurn);
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
  route: Route<P>,
  call: RouteCall<P>,
): Promise<unknown> {
  const { name, rest, form } = route;
  if (form || rest.startsWith("GET ")) return route.handle(call);
  const { context, actor, request, reply } = call;
  const { params, query, body } = request;
  const readInput = async () => ({ params, query, body });
  const answer = await answerOnce(context, { actor, operation: name, readInput }, async (app) => {
    const result = await route.handle({ ...call, context: { ...context, app } });
    return { result, status: reply.statusCode };
  });
  reply.code(answer.status);
  return answer.result;
}
