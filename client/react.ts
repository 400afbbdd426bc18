import { createTRPCReact, type CreateTRPCReact } from "@trpc/react-query";
import type { AppRouter } from "./app-router.ts";
import { propdeskLink, type PropdeskClientOptions } from "./link.ts";

export type { AppRouter } from "./app-router.ts";
export type { PropdeskClientOptions } from "./link.ts";

/** Hooks for each call: `propdesk.trader.payouts.list.useQuery()`. */
export const propdesk: CreateTRPCReact<AppRouter, unknown> = createTRPCReact<AppRouter>();

/** Creates the client for `<propdesk.Provider client={…} queryClient={…}>`. */
export function createPropdeskReactClient(
  options: PropdeskClientOptions,
): ReturnType<typeof propdesk.createClient> {
  return propdesk.createClient({ links: [propdeskLink(options)] });
}
