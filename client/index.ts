import { createTRPCClient, type TRPCClient } from "@trpc/client";
import type { AppRouter } from "./app-router.ts";
import { propdeskLink, type PropdeskClientOptions } from "./link.ts";

export { TRPCClientError } from "@trpc/client";
export type { AppRouter } from "./app-router.ts";
export type { PropdeskClientOptions } from "./link.ts";

export type PropdeskClient = TRPCClient<AppRouter>;

/**
 * Creates typed calls for scripts and tools: `createPropdeskClient({ url }).trader.payouts.list.query()`.
 * The client sends its API token or, after `auth.login.mutate` or `admin.login.mutate`, keeps session cookies as a
 * browser does. A refused call rejects with a `TRPCClientError`: `message` is readable text, `data.httpStatus` the
 * status and `data.issues` what is wrong with the input.
 */
export function createPropdeskClient(options: PropdeskClientOptions): PropdeskClient {
  return createTRPCClient<AppRouter>({ links: [propdeskLink(options)] });
}
