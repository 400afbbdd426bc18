import type { FastifyInstance } from "fastify";
import { procedures } from "./app-router.ts";
import { fastifyRoute } from "./route.ts";
import { routes } from "./routes.ts";
import { trpcRoutes } from "./trpc-routes.ts";

/** Throws if a route is registered in this scope without a declaration, because no guard would protect it. */
export function requireDeclaredRoutes(api: FastifyInstance): void {
  const endpoints = [
    ...procedures.flatMap(({ meta }) => meta.rest ?? []),
    ...routes.map(({ rest }) => rest),
    ...trpcRoutes,
  ];
  const declared = new Set(
    endpoints.map((endpoint) => {
      const { method, url } = fastifyRoute(endpoint);
      return `${method} ${api.prefix}${url}`;
    }),
  );
  api.addHook("onRoute", ({ method, url }) => {
    for (const verb of [method].flat()) {
      const name = `${verb === "HEAD" ? "GET" : verb} ${url}`;
      if (!declared.has(name)) throw new Error(`${name} is served but not declared anywhere`);
    }
  });
}
