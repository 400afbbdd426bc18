import type { AnyTRPCProcedure } from "@trpc/server";
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import type { Context } from "../platform/context.ts";
import { type Actor, guards } from "../identity/calls/guards.ts";
import { createCallContext } from "./call-context.ts";
import { procedurePermissions, routePermissions } from "../identity/calls/permissions.ts";
import { logRefusedCall } from "../identity/calls/security-events.ts";
import type { ProcedureMeta } from "../identity/calls/trpc.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who makes a call that the table of permissions lets only some make, on a route of its own. */
    actor: Actor | undefined;
  }
}

/** @throws Error where the table of permissions and the procedures differ */
export function checkProcedures(procedures: Record<string, AnyTRPCProcedure>): void {
  for (const [name, { meta }] of Object.entries(procedures)) {
    const listed = procedurePermissions[name];
    const { caller } = (meta ?? {}) as ProcedureMeta;
    if (caller === undefined || caller !== listed) {
      throw new Error(
        `permissions.ts lets ${listed ?? "nobody"} call ${name}, and its guard ${caller ?? "everybody"}`,
      );
    }
  }
  const gone = Object.keys(procedurePermissions).find((name) => !Object.hasOwn(procedures, name));
  if (gone !== undefined) throw new Error(`permissions.ts lists ${gone}, which is no procedure`);
}

/** The route of a procedure that has REST meta, as Fastify knows it. */
export function routeOf({ method, path }: NonNullable<ProcedureMeta["openapi"]>) {
  return { method, url: path.replace(/\{(\w+)\}/g, ":$1") };
}

/**
 * Puts the guard of the table on every route under `/api` that is registered after this, and
 * refuses one that is neither in the table nor a procedure's.
 */
export function guardRoutes(
  api: FastifyInstance,
  app: Context,
  procedures: Record<string, AnyTRPCProcedure>,
): void {
  const ofProcedures = new Set(
    Object.values(procedures).flatMap((procedure) => {
      const { openapi } = (procedure.meta ?? {}) as ProcedureMeta;
      const { method, url } = openapi ? routeOf(openapi) : {};
      return openapi ? [`${method} /api${url}`] : [];
    }),
  );
  api.decorateRequest("actor", undefined);
  api.addHook("onRoute", (route) => {
    for (const name of namesOf(route)) {
      if (!ofProcedures.has(name)) guardRoute(route, name, app);
    }
  });
}

/** A HEAD is answered as the GET. */
function namesOf({ method, url }: RouteOptions): string[] {
  return [method].flat().map((verb) => `${verb === "HEAD" ? "GET" : verb} ${url}`);
}

function guardRoute(route: RouteOptions, name: string, app: Context): void {
  const permission = routePermissions[name];
  if (permission === undefined) throw new Error(`permissions.ts does not say who may call ${name}`);
  if (permission === "anyone" || permission === "as the procedure") return;
  const guard = guards[permission];
  route.onRequest = [
    async (request, reply) => {
      // The route of a HEAD is made from that of its GET, guard and all.
      const call = createCallContext(app, request, reply);
      request.actor ??= await guard(call).catch((error: unknown) => {
        logRefusedCall(call, name, undefined, error);
        throw error;
      });
    },
    ...[route.onRequest ?? []].flat(),
  ];
}

/** Who calls, on a route whose guard lets only this kind through. */
export function actorOf<Kind extends Actor["kind"]>(
  { actor }: FastifyRequest,
  ...kinds: Kind[]
): Extract<Actor, { kind: Kind }> {
  const isOfKind = (found: Actor): found is Extract<Actor, { kind: Kind }> =>
    kinds.some((kind) => kind === found.kind);
  if (actor && isOfKind(actor)) return actor;
  throw new Error(`The guard of this route lets others through than ${kinds.join(", ")}`);
}
