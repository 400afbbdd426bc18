import { httpLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import superjson from "superjson";
import type { AppRouter } from "../src/http/app-router.ts";
import { fetchFromApi } from "./app/api-client/transport.ts";

export const trpc = createTRPCReact<AppRouter>();

/** A call's `context` may contain an idempotency key, so that a retry does not create a second request. */
function readHeaders({ context }: { context: Record<string, unknown> }): Record<string, string> {
  const { idempotencyKey } = context;
  return typeof idempotencyKey === "string" ? { "Idempotency-Key": idempotencyKey } : {};
}

export const trpcClient = trpc.createClient({
  links: [
    httpLink({
      url: "/api/trpc",
      transformer: superjson,
      fetch: fetchFromApi,
      headers: ({ op }) => readHeaders(op),
    }),
  ],
});
