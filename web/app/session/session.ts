import { queryOptions, useQuery, type Query, type QueryClient } from "@tanstack/react-query";
import type { CurrentTrader } from "../../../src/identity/users/user.schema.ts";
import { readApiError } from "../api-client/api-error.ts";
import { trpcClient } from "../../trpc.ts";
import { banNotice, expiredSession } from "./ended-session.ts";
import { notifyOtherTabs } from "./other-tabs.ts";

/** The signed-in trader, or `null`. Never stale: sign-in, sign-out and errors update it. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: readSession,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

async function readSession(): Promise<CurrentTrader | null> {
  try {
    return await trpcClient.auth.me.query();
  } catch (error) {
    const fault = readApiError(error);
    if (fault.isBanned) banNotice.set({ message: fault.message, reason: fault.banReason ?? null });
    if (fault.isBanned || fault.httpStatus === 401) return null;
    throw error;
  }
}

export function useSession() {
  return useQuery(sessionQuery);
}

export function openSession(queryClient: QueryClient, trader: CurrentTrader) {
  banNotice.set(null);
  expiredSession.set(null);
  const isSamePerson = queryClient.getQueryData(sessionQuery.queryKey)?.id === trader.id;
  if (!isSamePerson) forgetTraderData(queryClient);
  queryClient.setQueryData(sessionQuery.queryKey, trader);
  notifyOtherTabs("trader-signed-in");
}

/** Another tab has signed in, possibly as another trader, whose data must then be loaded. */
export async function adoptSession(queryClient: QueryClient) {
  const before = queryClient.getQueryData(sessionQuery.queryKey)?.id;
  expiredSession.set(null);
  await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
  const after = queryClient.getQueryData(sessionQuery.queryKey)?.id;
  if (after !== before) await queryClient.resetQueries({ predicate: isTraderQuery });
}

/** Signs the page out after the server has ended the session. */
export function closeSession(queryClient: QueryClient) {
  expiredSession.set(null);
  leaveSession(queryClient);
}

/** Leaves a page whose session has expired; the next sign-in leads back to it. */
export function leaveSession(queryClient: QueryClient) {
  queryClient.setQueryData(sessionQuery.queryKey, null);
  forgetTraderData(queryClient);
}

/** The next trader in the same browser must not see the previous trader's data. */
function forgetTraderData(queryClient: QueryClient) {
  queryClient.removeQueries({ predicate: isTraderQuery });
}

function isTraderQuery({ queryKey: [path] }: Pick<Query, "queryKey">): boolean {
  return Array.isArray(path) && path[0] === "trader";
}
