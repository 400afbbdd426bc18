import { httpLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import superjson from "superjson";
import type { AppRouter } from "../src/api/app-router.ts";
import { fetchFromApi } from "./transport.ts";

export const trpc = createTRPCReact<AppRouter>();

export const trpcClient = trpc.createClient({
  links: [httpLink({ url: "/api/trpc", transformer: superjson, fetch: fetchFromApi })],
});
